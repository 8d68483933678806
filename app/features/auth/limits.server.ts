import { AppError } from '#app/contracts/errors.ts';
import { normaliseEmail } from '#app/core/accounts/user.ts';
import { isKnownAddress, rememberAddress } from '#app/core/limits/known-addresses.ts';
import { assertNotBanned, countViolation } from '#app/core/limits/violations.ts';
import { config } from '#app/core/platform/config.ts';
import { countedAddress, keyed, takeTry, type Allowance } from '#app/core/platform/throttle.ts';

interface LoginTry {
  /** The caller's address, correct behind TRUST_PROXY. */
  address: string;
  /** The account of the try, whether it exists or not. */
  email: string;
}

const keys = (act: string, { address, email }: LoginTry, limit: number) => [
  { key: `${act}:address:${countedAddress(address)}`, limit },
  { key: `${act}:account:${keyed(normaliseEmail(email))}`, limit },
];

/** An address or an account alone has this many times the tries of the pair. */
const WIDER_LIMIT_FACTOR = 10;

/**
 * Takes one of the tries that an address has to sign in to an account. An address with all accounts (a list
 * of stolen passwords) and an account from all addresses (a distributed attack) have ten times as many; both
 * are skipped for a user who has signed in to the account from this address before, so that attacks by others
 * lock no user out.
 * @returns a function for the correct password, which returns the try and remembers the address: only wrong
 * passwords count
 * @throws AppError too_many_tries, unavailable or ban
 */
export async function takeLoginTry(trier: LoginTry): Promise<() => Promise<void>> {
  const { LIMIT_LOGIN_TRIES: limit, LIMIT_LOGIN_WINDOW } = config();
  const account = keyed(normaliseEmail(trier.email));
  const from = countedAddress(trier.address);
  const own = { key: `login:pair:${account}:${from}`, limit };
  const knows = await isKnownAddress(account, from);
  const giveBack = knows
    ? await takeTry([own], LIMIT_LOGIN_WINDOW)
    : await takeFrom(
        trier.address,
        [own, ...keys('login', trier, limit * WIDER_LIMIT_FACTOR)],
        LIMIT_LOGIN_WINDOW,
      );
  return async () => {
    await giveBack();
    await rememberAddress(account, from);
  };
}

/** Counts each registration of an address, so that accounts cannot be opened by the thousand. */
export async function takeRegistration(address: string): Promise<void> {
  const { LIMIT_REGISTRATIONS, LIMIT_REGISTRATIONS_WINDOW } = config();
  const key = `register:address:${countedAddress(address)}`;
  await takeFrom(address, [{ key, limit: LIMIT_REGISTRATIONS }], LIMIT_REGISTRATIONS_WINDOW);
}

/** Counts each request for a mail, so that the service cannot be used to fill a mailbox. */
export async function takeMailRequest(trier: LoginTry): Promise<void> {
  const { LIMIT_RESETS, LIMIT_RESETS_WINDOW } = config();
  await takeFrom(trier.address, keys('mail', trier, LIMIT_RESETS), LIMIT_RESETS_WINDOW);
}

/** Counts each download of a user's data: each reads everything that an account has. */
export async function takeDownload(userId: string): Promise<void> {
  const { LIMIT_DOWNLOADS, LIMIT_DOWNLOADS_WINDOW } = config();
  await takeTry([{ key: `download:user:${userId}`, limit: LIMIT_DOWNLOADS }], LIMIT_DOWNLOADS_WINDOW);
}

/**
 * Takes a try from an address; an address that exceeds its limit too often is banned. @throws AppError ban
 */
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
