const LONGEST = 512;
const HIDDEN = '[key]';

/** What looks like a key: `sk-abc...`, `Bearer abc`. */
const KEY_LIKE = [/\bbearer\s+[\w.~+/*=-]{6,}/gi, /\b(?:sk|pk|rk|gsk|xai|key|api)[-_][\w*.-]{6,}/gi];

/**
 * A provider's message as it may be shown and logged: without the key (providers say it back), on one line,
 * at most 512 characters.
 */
export function safeMessage(message: string, secrets: readonly string[]): string {
  let safe = message.slice(0, LONGEST * 8);
  for (const secret of secrets) {
    if (secret.length >= 4) safe = safe.replaceAll(secret, HIDDEN);
  }
  for (const pattern of KEY_LIKE) safe = safe.replace(pattern, HIDDEN);
  safe = safe.replace(/[\w*-]+/g, withoutMasked);
  safe = safe.replace(/[\p{Cc}\s]+/gu, ' ').trim();
  return safe.length > LONGEST ? `${safe.slice(0, LONGEST - 1)}…` : safe;
}

const MASK = '***';

/** A word without the masked key in it: `abcd****wxyz`. */
function withoutMasked(word: string): string {
  const mask = word.indexOf(MASK);
  if (mask < 0) return word;
  const start = mask === 0 ? 0 : word.lastIndexOf('*', mask - 1) + 1;
  return word.slice(0, start) + HIDDEN;
}
