import { hashPassword } from '#app/core/accounts/credentials/password.ts';
import { createUser } from '#app/core/accounts/user.ts';
import { findAccount } from '#app/core/ledger/accounts.ts';
import { transaction } from '#db/transaction.ts';

/** The password of every test account that has one. */
export const PASSWORD = 'correct horse battery';

let number = 0;
let passwordHash: Promise<string> | undefined;

interface AccountFacts {
  email?: string;
  name?: string;
  username?: string | null;
  role?: 'USER' | 'ADMIN';
  /** Micro-dollars. */
  creditMicro?: bigint;
}

interface CreatedAccount {
  userId: string;
  email: string;
  /** The id in the ledger. */
  accountId: string;
}

/** A user with an account that has `creditMicro`, and without a password. */
export function createAccount(facts: AccountFacts = {}): Promise<CreatedAccount> {
  return create(facts, null);
}

/** The same with PASSWORD. Hashing takes time, so one hash is made per test file. */
export async function createAccountWithPassword(facts: AccountFacts = {}): Promise<CreatedAccount> {
  passwordHash ??= hashPassword(PASSWORD);
  return create(facts, await passwordHash);
}

async function create(facts: AccountFacts, hash: string | null): Promise<CreatedAccount> {
  number += 1;
  const email = facts.email ?? `person-${process.pid}-${Date.now().toString(36)}-${number}@example.test`;
  return transaction(async (tx) => {
    const userId = await createUser(tx, {
      email,
      name: facts.name ?? `Person ${number}`,
      username: facts.username ?? null,
      passwordHash: hash,
      role: facts.role ?? 'USER',
      locale: 'en-US',
      creditMicro: facts.creditMicro ?? 0n,
    });
    return { userId, email, accountId: (await findAccount(tx, userId))!.id };
  });
}
