import { formatExactly } from '#app/contracts/money.ts';

/**
 * Formats `$20.00`, or `EUR 20.00` for a payment in another currency.
 * @param micro millionths of the currency, as text
 */
export function amountIn(currency: string, micro: string): string {
  const dollars = formatExactly(BigInt(micro));
  return currency === 'usd' ? dollars : dollars.replace('$', `${currency.toUpperCase()} `);
}
