import type { ChargeSubject, LedgerPage } from '#app/contracts/ledger.ts';
import type { BuyData } from './buy/buy-data.ts';
import type { LimitsData } from './caps/limits.ts';
import type { PurchasesData } from './purchases/purchases-data.ts';
import type { TopUpData } from './top-up/top-up-data.ts';

export const BALANCE_PATH = '/balance';

/** Data of the balance page. Money is in micro-dollars, as text. */
export interface BalanceData extends LedgerPage {
  balanceMicro: string;
  heldMicro: string;
  /** Credit that the account received when it was opened; null for none. */
  signupMicro: string | null;
  /** False when the operator pays. */
  isCharged: boolean;
  /** The user's limits; null when the operator pays. */
  limits: LimitsData | null;
  /** Null when auto top-up is not offered. */
  topUp: TopUpData | null;
  expiring: ExpiringData;
  buy: BuyData;
  purchases: PurchasesData;
  /** Subjects of the charges among the entries, by the id of the generation. */
  subjects: Record<string, ChargeSubject>;
  /** True for a page further down the ledger. */
  isOlder: boolean;
}

/** The rest of a purchase. Micro-dollars as text. */
interface ExpiringLot {
  entryId: string;
  amountMicro: string;
  /** ISO 8601. */
  expiresAt: string;
}

/** Credit that will expire, for the balance page. */
export interface ExpiringData {
  /** The first lots that expire within 30 days, earliest first. */
  soon: ExpiringLot[];
  /** Sum of the other lots that expire within 30 days, in micro-dollars as text; null for none. */
  moreMicro: string | null;
  /** The first lot that expires after that; null for none. */
  next: ExpiringLot | null;
  /** False when the amounts are upper limits. */
  isExact: boolean;
}
