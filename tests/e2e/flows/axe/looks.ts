import type { Namespace } from '#app/ui/i18n/translation.ts';
import type { Page } from 'playwright';
import { IS_FULL } from '#tests/setup/suite.ts';
import { createI18n } from '#app/ui/i18n/create.ts';
import { textsOf } from '#app/ui/i18n/texts.server.ts';
import { expectAccessible } from '../../support/expect-accessible.ts';
import { hydrated } from '../../support/hydration.ts';
import { signUp } from '../../support/register.ts';
import type { OpenPage } from '../../support/test.ts';

const LOOKS = {
  light: { theme: 'light', language: 'en-US', screen: 'wide' },
  dark: { theme: 'dark', language: 'ar-EG', screen: 'wide' },
  phone: { theme: 'light', language: 'ja-JP', screen: 'phone' },
  darkPhone: { theme: 'dark', language: 'ar-EG', screen: 'phone' },
} as const;

export type Look = (typeof LOOKS)[keyof typeof LOOKS];

/**
 * The looks (theme, language, screen) in which axe sees the screens of a file: one in the default run, chosen
 * so that each occurs and the most colourful screens are dark; the first three, and this one, in the full
 * run.
 */
export function looksOf(chosen: keyof typeof LOOKS): readonly Look[] {
  const { light, dark, phone } = LOOKS;
  return IS_FULL ? [...new Set([light, dark, phone, LOOKS[chosen]])] : [LOOKS[chosen]];
}

/** Pages of a kind that the default run covers elsewhere: only in the full run. */
export const inFull = (...paths: string[]): string[] => (IS_FULL ? paths : []);

export const WAIT_MS = 90_000;
/** A test checks many screens: opening a page takes the time, not checking it. */
export const TIMEOUT_MS = 300_000;

/** The texts of the interface by `namespace:key`: those of every page, and those of some pages only. */
export const wordsOf = ({ language }: Look, ...more: Namespace[]) =>
  createI18n(language, { ...textsOf(language), ...textsOf(language, more) }).t as (
    key: string,
    values?: object,
  ) => string;

/** A page whose console may mention the missing pages and cut calls of these tests. */
export const openWith = (open: OpenPage, look: Look) =>
  open({ ...look, expected: [/40[0-9]/, /ERR_FAILED/] });

/** A new user, on the page of a path; null: on none yet. */
export async function signedIn(
  open: OpenPage,
  look: Look,
  path: string | null = '/chat/new',
): Promise<{ page: Page; email: string }> {
  const page = await openWith(open, look);
  const { email } = await signUp(page);
  if (path !== null) {
    await page.goto(path);
    await hydrated(page);
  }
  return { page, email };
}

/** Checks many screens in one browser page. */
export async function expectAllAccessible(page: Page, paths: string[]): Promise<void> {
  for (const path of paths) {
    await page.goto(path);
    await hydrated(page);
    await expectAccessible(page);
  }
}

/** The topmost menu of the page. */
export const menuOf = (page: Page) => page.locator('[popover=auto]:popover-open').last();
export const messageBox = (page: Page) => page.locator('textarea[name=text]');

/** Waits until the first reply can be regenerated, in this language: it is complete. */
export const awaitWhole = (page: Page, t: (key: string) => string) =>
  page
    .getByRole('button', { name: t('chat:message.regenerate') })
    .first()
    .waitFor({ timeout: WAIT_MS });
