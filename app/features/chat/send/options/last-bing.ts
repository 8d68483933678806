import type { SendParameters } from '#app/contracts/send.ts';

/**
 * Storage key of the specification; a cookie, because the server sets the initial options of a new
 * conversation.
 */
const COOKIE = 'lastBingSettings';
const YEAR_SECONDS = 365 * 24 * 3600;

export const TONES = ['creative', 'fast', 'balanced', 'precise'] as const;

/** The persona and the tone last used with Bing. */
type BingSettings = Pick<SendParameters, 'jailbreak' | 'toneStyle'>;

/** Reads the last choice from a Cookie header or `document.cookie`; empty without one. */
export function readLastBing(cookies: string | null): BingSettings {
  const [, jailbreak, toneStyle] =
    new RegExp(`(?:^|;\\s*)${COOKIE}=(true|false)\\.(${TONES.join('|')})(?:;|$)`).exec(cookies ?? '') ?? [];
  return toneStyle === undefined ? {} : { jailbreak: jailbreak === 'true', toneStyle };
}

/** Returns the value of a `Set-Cookie` header that remembers the choice; null when neither option is set. */
export function lastBingCookie({ jailbreak, toneStyle }: BingSettings): string | null {
  if (jailbreak === undefined && toneStyle === undefined) return null;
  const tone = TONES.find((one) => one === toneStyle) ?? TONES[0];
  return `${COOKIE}=${jailbreak === true}.${tone}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax`;
}

/** Remembers the current choice in this browser, sent or not. */
export function rememberBing(settings: BingSettings): void {
  const cookie = lastBingCookie(settings);
  if (cookie !== null) document.cookie = cookie;
}
