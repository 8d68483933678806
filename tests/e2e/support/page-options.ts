import type { BrowserContextOptions } from 'playwright';
import { IS_FULL } from '#tests/setup/suite.ts';
import type { LanguageCode } from '#app/ui/i18n/languages.ts';

/**
 * How scripts reach the browser: at once, never, or late: only when a test waits for them, or some seconds
 * after the page.
 */
export const SCRIPTS = ['on', 'off', 'late'] as const;
export type Scripts = (typeof SCRIPTS)[number];

export interface PageOptions {
  scripts?: Scripts;
  /** The system's preference. */
  theme?: 'light' | 'dark';
  /** The browser's preferred language. */
  language?: LanguageCode;
  screen?: 'wide' | 'phone';
  /** `reduce`: no animations, which saves processor time; always so in the default run. */
  motion?: 'reduce';
  /** Console messages that the test expects, such as that of a 404 page. */
  expected?: RegExp[];
  /** Another web process than that of all tests, such as `http://127.0.0.1:4000`. */
  origin?: string;
  /** Other origins that the flow visits, such as that of the payment page. */
  elsewhere?: readonly string[];
  /** Of another context, so that a second device is signed in too. */
  storageState?: BrowserContextOptions['storageState'];
}

const SCREENS = {
  wide: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 },
};

/** The same as Playwright's options of a browser context. */
export function contextOptions(options: PageOptions, baseURL: string): BrowserContextOptions {
  const {
    scripts = 'on',
    theme = 'light',
    language = 'en-US',
    screen = 'wide',
    motion,
    storageState,
  } = options;
  return {
    ...SCREENS[screen],
    baseURL,
    locale: language,
    colorScheme: theme,
    ...((motion || !IS_FULL) && { reducedMotion: 'reduce' }),
    javaScriptEnabled: scripts !== 'off',
    storageState,
    timezoneId: 'UTC',
  };
}
