/**
 * `128K`, `1.05M`: the size of a context window in tokens, in short form; null if tokens do not limit a call.
 */
export function contextLabel(tokens: number): string | null {
  if (tokens <= 0) return null;
  if (tokens < 1000) return String(tokens);
  const isMillions = tokens >= 999_500;
  const size = tokens / (isMillions ? 1_000_000 : 1000);
  const shown = isMillions
    ? Math.round(size * 100) / 100
    : size < 10
      ? Math.round(size * 10) / 10
      : Math.round(size);
  return `${shown}${isMillions ? 'M' : 'K'}`;
}
