import { LIMITS_PATH } from '#app/contracts/spending-limits.ts';

/** Where people keep keys of their own for providers. */
export const PROVIDER_KEYS_PATH = '/settings/provider-keys';

const PAGES: Readonly<Record<string, string>> = {
  spending_cap: LIMITS_PATH,
  no_user_key: PROVIDER_KEYS_PATH,
  invalid_api_key: PROVIDER_KEYS_PATH,
  insufficient_quota: PROVIDER_KEYS_PATH,
};

/** The page that mends an error, which its wording names. @param endpoint whose key it is about, if any */
export function pageOf(code: string, endpoint?: string | number | null): string {
  const page = PAGES[code] ?? '/balance';
  return page === PROVIDER_KEYS_PATH && endpoint ? `${page}/${endpoint}` : page;
}
