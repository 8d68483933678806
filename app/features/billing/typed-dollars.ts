import { toDollars } from '#app/contracts/money.ts';

/** An amount as it stands in its field, with the cents that people expect; '' for none. */
export function typedDollars(micro: bigint | null): string {
  if (micro === null) return '';
  const dollars = toDollars(micro);
  return /\.\d$/.test(dollars) ? `${dollars}0` : dollars;
}
