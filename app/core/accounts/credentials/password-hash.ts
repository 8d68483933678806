import { hash, verify } from '@node-rs/argon2';
import { bounded } from '#app/core/platform/concurrency.ts';

/** argon2id (the package's default kind) with OWASP's parameters: 19 MiB, 2 passes, about 25 ms. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Two at a time: hashing runs on the thread pool that also reads files and looks up names, four threads in
 * all, and a rush of sign-ins must leave some of it, and of the memory, to everybody else.
 */
const inTurn = bounded(2, 200);

/** Hash of a password that nobody has, made with the same parameters: an unknown address costs the same time. */
let nobodys: Promise<string> | undefined;

/** @throws AppError unavailable when too many are waiting */
export async function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, PARAMETERS));
}

/**
 * Compares a password with a stored hash, in the same time whether or not there is one.
 * @param stored null for an unknown user, or one without a password
 * @throws AppError unavailable when too many are waiting
 */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  nobodys ??= hash('nobody has this password', PARAMETERS);
  const known = stored ?? (await nobodys);
  const same = await inTurn(() => verify(known, password));
  return stored !== null && same;
}
