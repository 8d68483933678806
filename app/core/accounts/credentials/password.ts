import { hash, verify } from '@node-rs/argon2';
import { endAllSessions } from '#app/core/accounts/sessions/sessions.ts';
import { Gate } from '#app/core/platform/concurrency.ts';
import { change } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';

/** argon2id (the package's default variant) with OWASP's parameters: 19 MiB, 2 passes, about 25 ms. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Two at a time: hashing runs on the thread pool that also reads files and resolves names, four threads in
 * all, and many concurrent sign-ins must leave threads and memory for other work.
 */
const hashing = new Gate({ running: 2, waiting: 200 });

/** All passwords wait in one line. */
const LINE = { account: 'all' };

/** The hash of an unused password, with the same parameters: an unknown address takes the same time. */
let unusedHash: Promise<string> | undefined;

interface NewPassword {
  userId: string;
  passwordHash: string;
  /** The session that continues when its owner changes the password; none after a reset. */
  keepSession?: string;
}

/** @throws AppError unavailable when too many are waiting */
export async function hashPassword(password: string): Promise<string> {
  return hashing.run(LINE, () => hash(password, PARAMETERS));
}

/**
 * Compares a password with a stored hash, in the same time whether or not there is one.
 * @param stored null for an unknown user, or one without a password
 * @throws AppError unavailable when too many are waiting
 */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  unusedHash ??= hash('nobody has this password', PARAMETERS);
  const known = stored ?? (await unusedHash);
  const same = await hashing.run(LINE, () => verify(known, password));
  return stored !== null && same;
}

/** Stores a new password and ends the sessions that were started with the old one. */
export async function setPassword(
  tx: Tx,
  { userId, passwordHash, keepSession }: NewPassword,
  now = new Date(),
): Promise<void> {
  await change(tx, 'UPDATE users SET password_hash = ?, updated_at = ? WHERE id = ?', [
    passwordHash,
    now,
    userId,
  ]);
  await endAllSessions(tx, keepSession === undefined ? { userId } : { userId, keep: keepSession });
}
