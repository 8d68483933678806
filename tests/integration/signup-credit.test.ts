import { beforeEach, describe, expect, it } from 'vitest';
import { signupCredit, verifyEmail } from '#app/core/accounts/credentials/email-address.ts';
import { issueEmailToken } from '#app/core/accounts/credentials/email-tokens.ts';
import { readBalance } from '#app/core/ledger/balances.ts';
import { readConfig } from '#app/core/platform/config-schema.ts';
import { AUTOCOMMIT, transaction } from '#db/transaction.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { emptyTables } from '#tests/setup/database.ts';

beforeEach(() => emptyTables());

const CREDIT = 250_000n;

async function verify(userId: string): Promise<boolean> {
  const token = await issueEmailToken(AUTOCOMMIT, { userId, purpose: 'verify' });
  return transaction((tx) => verifyEmail(tx, { userId, token, adminEmail: undefined, creditMicro: CREDIT }));
}

const balance = async (userId: string) => (await readBalance(AUTOCOMMIT, userId)).balanceMicro;

describe('the credit of a new account', () => {
  it('is granted with the verified address, once, however often and concurrently it is verified', async () => {
    const { userId } = await createAccount();
    expect(await balance(userId)).toBe(0n);
    await Promise.all(Array.from({ length: 8 }, () => verify(userId).catch(() => false)));
    await verify(userId);
    expect(await balance(userId)).toBe(CREDIT);
  });

  it('is not granted again to users who had it at registration', async () => {
    const { userId } = await createAccount({ creditMicro: 100_000n });
    expect(await verify(userId)).toBe(true);
    expect(await balance(userId)).toBe(100_000n);
  });

  const sandbox = {
    SIGNUP_CREDIT: 'sandbox',
    SANDBOX: 'true',
    OPENAI_API_KEY: 'sandbox',
    OPENAI_BASE_URL: 'http://127.0.0.1:4010/v1',
  };
  it.each([
    ['is given with the sandbox', {}, 10_000_000n],
    ['is not given without it', { SANDBOX: 'false' }, 0n],
    ['is not given with a real provider beside it', { ANTHROPIC_API_KEY: 'sk-ant' }, 0n],
    ['is not given with a real provider in its place', { OPENAI_BASE_URL: 'https://api.openai.com/v1' }, 0n],
    ['is what the operator says', { SIGNUP_CREDIT: '5', SANDBOX: 'false' }, 5n],
  ])('%s', (_name, env, expected) => {
    expect(signupCredit(readConfig({ ...process.env, ...sandbox, ...env }))).toBe(expected);
  });
});
