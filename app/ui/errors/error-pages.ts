import { LIMITS_PATH } from '#app/contracts/spending-limits.ts';

/** The page on which users manage their own provider keys. */
export const PROVIDER_KEYS_PATH = '/settings/provider-keys';

const PAGES: Readonly<Record<string, string>> = {
  spending_cap: LIMITS_PATH,
  no_user_key: PROVIDER_KEYS_PATH,
  invalid_api_key: PROVIDER_KEYS_PATH,
  insufficient_quota: PROVIDER_KEYS_PATH,
};

/**
 * The page on which a user can fix an error; its text mentions that page. @param endpoint endpoint of the key
 * in question, if any
 */
export function pageOf(code: string, endpoint?: string | number | null): string {
  const page = PAGES[code] ?? '/balance';
  return page === PROVIDER_KEYS_PATH && endpoint ? `${page}/${endpoint}` : page;
}
