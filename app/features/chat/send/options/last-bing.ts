import type { SendParameters } from '#app/contracts/send.ts';

/** The spec's storage key; a cookie, because the server says what a new conversation begins with. */
const COOKIE = 'lastBingSettings';
const YEAR_SECONDS = 365 * 24 * 3600;

export const TONES = ['creative', 'fast', 'balanced', 'precise'] as const;

/** Who answered last at Bing, and how freely. */
type BingSettings = Pick<SendParameters, 'jailbreak' | 'toneStyle'>;

/** What was chosen last, from a Cookie header or `document.cookie`; nothing where nothing was. */
export function readLastBing(cookies: string | null): BingSettings {
  const [, jailbreak, toneStyle] =
    new RegExp(`(?:^|;\\s*)${COOKIE}=(true|false)\\.(${TONES.join('|')})(?:;|$)`).exec(cookies ?? '') ?? [];
  return toneStyle === undefined ? {} : { jailbreak: jailbreak === 'true', toneStyle };
}

/** A `Set-Cookie` header that remembers it; null where neither was said. */
export function lastBingCookie({ jailbreak, toneStyle }: BingSettings): string | null {
  if (jailbreak === undefined && toneStyle === undefined) return null;
  const tone = TONES.find((one) => one === toneStyle) ?? TONES[0];
  return `${COOKIE}=${jailbreak === true}.${tone}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax`;
}

/** Remembers in this browser what was chosen just now, sent or not. */
export function rememberBing(settings: BingSettings): void {
  const cookie = lastBingCookie(settings);
  if (cookie !== null) document.cookie = cookie;
}
