/** What can be typed, and the most of it. */
export const AMOUNTS = { in: 100_000_000, out: 100_000_000, images: 10_000, seconds: 100_000 } as const;
export type AmountName = keyof typeof AMOUNTS;
export const AMOUNT_NAMES = Object.keys(AMOUNTS) as AmountName[];

/** What a call of so much would cost at each offer. */
export interface CalculatorData {
  fields: {
    name: AmountName;
    /** As it was typed, or what stands there first. */
    typed: string;
    isWrong: boolean;
  }[];
  /** What makers call the resolutions that they sell; none where there is one price. */
  resolutions: string[];
  resolution: string | null;
  /** `micro` as text; null where the offer has no price for that. None while something typed is wrong. */
  costs: { offerId: string; name: string; micro: string | null }[];
}
