/**
 * Dollars as pico-dollars, exactly: `1.5e-07` a token is 150,000.
 * @param exponent how many places the unit adds: 12 for one token, 6 for a million tokens
 * @returns null for what is no amount, is negative, or is finer than a pico-dollar
 */
export function toPico(value: unknown, exponent: 6 | 12): bigint | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const match = /^(\d{1,15})(?:\.(\d{1,25}))?(?:e([+-]?\d{1,2}))?$/i.exec(String(value).trim());
  if (!match) return null;
  const [, whole = '', fraction = '', power = '0'] = match;
  const digits = BigInt(whole + fraction);
  const places = exponent + Number(power) - fraction.length;
  if (places >= 0) return digits * 10n ** BigInt(places);
  const divisor = 10n ** BigInt(-places);
  return digits % divisor === 0n ? digits / divisor : null;
}
