import type { ChargeSubject, LedgerPage } from '#app/contracts/ledger.ts';
import type { BuyData } from './buy/buy-data.ts';
import type { LimitsData } from './caps/limits.ts';
import type { PurchasesData } from './purchases/purchases-data.ts';
import type { TopUpData } from './top-up/top-up-data.ts';

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

/** What is left of a purchase. Micro-dollars as text. */
interface ExpiringLot {
  entryId: string;
  amountMicro: string;
  /** ISO 8601. */
  expiresAt: string;
}

/** What the page of the balance says of credit that will expire. */
export interface ExpiringData {
  /** Those that expire within 30 days: the first of them, the one that expires first in front. */
  soon: ExpiringLot[];
  /** What else expires within 30 days, in micro-dollars as text; null for nothing. */
  moreMicro: string | null;
  /** The first that expires after that; null where there is none. */
  next: ExpiringLot | null;
  /** False where the amounts are not known exactly: it may be less. */
  isExact: boolean;
}
