import type { ChargeSubject } from '#app/contracts/charge.ts';
import type { LedgerPage } from '#app/contracts/ledger.ts';
import type { BuyData } from './buy/buy-data.ts';
import type { PurchasesData } from './purchases/purchases-data.ts';
import type { LimitsData } from './caps/limits.ts';
import type { TopUpData } from './top-up/top-up-data.ts';
import type { ExpiringData } from './expiry/expiring-data.ts';

export const BALANCE_PATH = '/balance';

/** What the page of the balance shows. Money is micro-dollars as text. */
export interface BalanceData extends LedgerPage {
  balanceMicro: string;
  heldMicro: string;
  /** What the account was given when it was opened; null for nothing. */
  signupMicro: string | null;
  /** False where the operator pays. */
  isCharged: boolean;
  /** What the person has set; null where the operator pays. */
  limits: LimitsData | null;
  /** Null where auto top-up is not offered. */
  topUp: TopUpData | null;
  expiring: ExpiringData;
  buy: BuyData;
  purchases: PurchasesData;
  /** What the charges among the entries were for, by the id of the generation. */
  subjects: Record<string, ChargeSubject>;
  /** True for a page further down the ledger. */
  isOlder: boolean;
}
