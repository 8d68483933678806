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
