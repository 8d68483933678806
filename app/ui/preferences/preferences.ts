import { LANGUAGE_CODES } from '../i18n/languages.ts';

/**
 * The user's choices for this browser. They are cookies, because the server must know them at the first byte;
 * not httpOnly and plain text, because scripts read and write the same names. The first value is the default.
 */
export const PREFERENCES = {
  language: { cookie: 'lang', values: ['auto', ...LANGUAGE_CODES] },
  theme: { cookie: 'color-theme', values: ['system', 'dark', 'light'] },
  /** `auto`: open on a wide screen if there are conversations. */
  navVisible: { cookie: 'navVisible', values: ['auto', 'false', 'true'] },
  autoScroll: { cookie: 'autoScroll', values: ['true', 'false'] },
  /** The page of all models. */
  modelView: { cookie: 'modelView', values: ['cards', 'table'] },
} as const;

/** The target of preference forms. */
export const PREFERENCES_PATH = '/settings/preferences';

export type PreferenceName = keyof typeof PREFERENCES;
export type Preferences = { [Name in PreferenceName]: (typeof PREFERENCES)[Name]['values'][number] };

const NAMES = Object.keys(PREFERENCES) as PreferenceName[];
const YEAR_SECONDS = 365 * 24 * 3600;

/** The value of one cookie in a Cookie header or in `document.cookie`. */
export function readCookie(header: string | null, name: string): string | undefined {
  for (const part of (header ?? '').split(';')) {
    const [key, ...value] = part.trim().split('=');
    if (key === name) return value.join('=');
  }
  return undefined;
}

/** True for a value that the preference can have. */
export function isPreference<Name extends PreferenceName>(
  name: Name,
  value: unknown,
): value is Preferences[Name] {
  return (PREFERENCES[name].values as readonly unknown[]).includes(value);
}

/**
 * All preferences from a Cookie header or from `document.cookie`; an absent or unknown value becomes the
 * default.
 */
export function readPreferences(header: string | null): Preferences {
  const entries = NAMES.map((name) => {
    const value = readCookie(header, PREFERENCES[name].cookie);
    return [name, isPreference(name, value) ? value : PREFERENCES[name].values[0]];
  });
  return Object.fromEntries(entries) as Preferences;
}

/** A preference as a `Set-Cookie` header or an assignment to `document.cookie`. */
export function preferenceCookie<Name extends PreferenceName>(name: Name, value: Preferences[Name]): string {
  return `${PREFERENCES[name].cookie}=${value}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax`;
}
