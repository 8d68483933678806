import type { PurchaseLine } from '#app/contracts/payments/receipt.ts';

/** Path of all purchases; each receipt is below it. */
export const PURCHASES_PATH = '/balance/purchases';

/** A page of purchases, newest first. */
export interface PurchasesData {
  lines: PurchaseLine[];
  /** `?before=` of the next page; null at the end. */
  nextBefore: string | null;
}
