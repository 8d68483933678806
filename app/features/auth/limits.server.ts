import { AppError } from '#app/contracts/errors.ts';
import { normaliseEmail } from '#app/core/accounts/user.ts';
import { isKnownAddress, rememberAddress } from '#app/core/limits/known-addresses.ts';
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

/** An address, and an account, have so many times the tries that the two have together. */
const WIDER = 10;

/**
 * Takes one of the tries to sign in that an address has with an account. An address with all accounts (a list of stolen
 * passwords) and an account from all addresses (a crowd that guesses) have ten times as many; neither counts for who
 * has signed in to the account from this address before, so that nobody is locked out by what others try.
 * @returns a function that gives the try back and remembers the address, for the right password: only wrong ones count
 * @throws AppError too_many_tries, unavailable or ban
 */
export async function takeLoginTry(trier: Trier): Promise<() => Promise<void>> {
  const { LIMIT_LOGIN_TRIES: limit, LIMIT_LOGIN_WINDOW } = config();
  const account = keyed(normaliseEmail(trier.email));
  const from = countedAddress(trier.address);
  const own = { key: `login:pair:${account}:${from}`, limit };
  const knows = await isKnownAddress(account, from);
  const giveBack = knows
    ? await takeTry([own], LIMIT_LOGIN_WINDOW)
    : await takeFrom(trier.address, [own, ...keys('login', trier, limit * WIDER)], LIMIT_LOGIN_WINDOW);
  return async () => {
    await giveBack();
    await rememberAddress(account, from);
  };
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

/** Each file of one's data counts: making one reads everything that an account has. */
export async function takeDownload(userId: string): Promise<void> {
  const { LIMIT_DOWNLOADS, LIMIT_DOWNLOADS_WINDOW } = config();
  await takeTry([{ key: `download:user:${userId}`, limit: LIMIT_DOWNLOADS }], LIMIT_DOWNLOADS_WINDOW);
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
