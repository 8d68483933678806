const LONGEST = 512;
const HIDDEN = '[key]';

/** What looks like a key, whole or masked: `sk-abc...`, `Bearer abc`, `abcd****wxyz`. */
const KEY_LIKE = [
  /\bbearer\s+[\w.~+/*=-]{6,}/gi,
  /\b(?:sk|pk|rk|gsk|xai|key|api)[-_][\w*.-]{6,}/gi,
  /[\w-]*\*{3,}[\w*-]*/g,
];

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
  safe = safe.replace(/[\p{Cc}\s]+/gu, ' ').trim();
  return safe.length > LONGEST ? `${safe.slice(0, LONGEST - 1)}…` : safe;
}
