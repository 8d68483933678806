import type { PurchaseLine } from '#app/contracts/payments/receipt.ts';

/** Everything that was bought; each purchase has its receipt below. */
export const PURCHASES_PATH = '/balance/purchases';

/** Some purchases, the newest first. */
export interface PurchasesData {
  lines: PurchaseLine[];
  /** `?before=` of those that follow; null at the end. */
  nextBefore: string | null;
}
