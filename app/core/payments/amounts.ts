import { MICRO_PER_DOLLAR } from '#app/contracts/money.ts';

const MICRO_DIGITS = 6;

/** Currencies whose smallest unit is not a hundredth, as Stripe defines them. */
const DIGITS = new Map([
  ...'bif clp djf gnf jpy kmf krw mga pyg rwf ugx vnd vuv xaf xof xpf'
    .split(' ')
    .map((code) => [code, 0] as const),
  ...'bhd jod kwd omr tnd'.split(' ').map((code) => [code, 3] as const),
]);

/**
 * Converts an amount in the smallest unit of its currency, as card payments state it, to millionths of the
 * currency.
 * @param currency code of ISO 4217, in lower case
 */
export function fromSmallestUnit(amount: number, currency: string): bigint {
  return BigInt(amount) * 10n ** BigInt(MICRO_DIGITS - (DIGITS.get(currency) ?? 2));
}

const DECIMAL = /^(\d{1,12})(?:\.(\d{1,18}))?$/;

/** Converts a decimal text, as crypto payments state it, to millionths, truncated. Null for other text. */
export function fromDecimal(text: string): bigint | null {
  const [, whole, fraction = ''] = DECIMAL.exec(text) ?? [];
  if (whole === undefined) return null;
  return BigInt(whole) * MICRO_PER_DOLLAR + BigInt(fraction.slice(0, MICRO_DIGITS).padEnd(MICRO_DIGITS, '0'));
}
