import { AppError } from '#app/contracts/errors.ts';
import { normaliseEmail } from '#app/core/accounts/normalise-email.ts';
import { assertNotBanned, countViolation } from '#app/core/limits/violations.ts';
import { config } from '#app/core/platform/config.ts';
import { countedAddress, keyed, takeTry, type Allowance } from '#app/core/platform/throttle.ts';

interface Trier {
  /** The caller's address, right behind TRUST_PROXY. */
  address: string;
  /** The account that is aimed at, whether it exists or not. */
  email: string;
}

const keys = (act: string, { address, email }: Trier, limit: number) => [
  { key: `${act}:address:${countedAddress(address)}`, limit },
  { key: `${act}:account:${keyed(normaliseEmail(email))}`, limit },
];

/**
 * Takes one of the tries to sign in that an address and an account have.
 * @returns a function that gives it back, for the right password: only wrong ones count
 * @throws AppError too_many_tries or unavailable
 */
export function takeLoginTry(trier: Trier): Promise<() => Promise<void>> {
  const { LIMIT_LOGIN_TRIES, LIMIT_LOGIN_WINDOW } = config();
  return takeFrom(trier.address, keys('login', trier, LIMIT_LOGIN_TRIES), LIMIT_LOGIN_WINDOW);
}

/** Each registration of an address counts, so that nobody opens accounts by the thousand. */
export async function takeRegistration(address: string): Promise<void> {
  const { LIMIT_REGISTRATIONS, LIMIT_REGISTRATIONS_WINDOW } = config();
  const key = `register:address:${countedAddress(address)}`;
  await takeFrom(address, [{ key, limit: LIMIT_REGISTRATIONS }], LIMIT_REGISTRATIONS_WINDOW);
}

/** Each request for a mail counts, so that nobody fills a stranger's mailbox through us. */
export async function takeMailRequest(trier: Trier): Promise<void> {
  const { LIMIT_RESETS, LIMIT_RESETS_WINDOW } = config();
  await takeFrom(trier.address, keys('mail', trier, LIMIT_RESETS), LIMIT_RESETS_WINDOW);
}

/** Takes a try from an address; one that is refused too often is locked out. @throws AppError ban */
async function takeFrom(
  address: string,
  allowances: Allowance[],
  windowSeconds: number,
): Promise<() => Promise<void>> {
  await assertNotBanned(address);
  try {
    return await takeTry(allowances, windowSeconds);
  } catch (error) {
    if (error instanceof AppError && error.code === 'too_many_tries') countViolation({ address }, 'try');
    throw error;
  }
}
