/** A booking besides the charges of generations. */
export type BookingKind =
  | 'signup'
  | 'grant'
  | 'payment'
  | 'refund'
  | 'chargeback'
  | 'chargeback-reversal'
  | 'fee'
  | 'expiry';

/** Why a balance changed: a charge of a generation, or one of the bookings besides. */
export type EntryKind = 'charge' | BookingKind;

/** A line of an account's ledger. Money is micro-dollars as text. */
export interface LedgerLine {
  kind: EntryKind;
  reference: string;
  amountMicro: string;
  /** What the account held once this was booked. */
  balanceAfterMicro: string;
  /** Why, where an operator said so. */
  reason: string | null;
  /** The payment that it is about; null for what no payment has brought. */
  purchaseId: string | null;
  /** ISO 8601. */
  bookedAt: string;
}

export interface LedgerPage {
  lines: LedgerLine[];
  /** Where the next page begins; null at the end of the ledger. */
  nextCursor: string | null;
}

/** What a charge in the ledger was for, as its payer knows it again. */
export interface ChargeSubject {
  generationId: string;
  model: string;
  /** Null for what was asked through the API, and where it was deleted. */
  conversation: { id: string; title: string } | null;
  /** Null for what was asked in the chat. `isOver`: it has no page any more. */
  key: { id: string; name: string; isOver: boolean } | null;
}
