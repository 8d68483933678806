/** Bookings other than the charges of generations. */
export type BookingKind =
  | 'signup'
  | 'grant'
  | 'payment'
  | 'refund'
  | 'chargeback'
  | 'chargeback-reversal'
  | 'fee'
  | 'expiry';

/** The reason why a balance changed: the charge of a generation, or another booking. */
export type EntryKind = 'charge' | BookingKind;

/** A line of an account's ledger. Money is micro-dollars as text. */
export interface LedgerLine {
  kind: EntryKind;
  reference: string;
  amountMicro: string;
  /** The account's balance after this booking. */
  balanceAfterMicro: string;
  /** The reason, if an operator gave one. */
  reason: string | null;
  /** The payment that it belongs to; null if there is none. */
  purchaseId: string | null;
  /** ISO 8601. */
  bookedAt: string;
}

/** The generation of a charge, by its reference; null for other entries. */
export function generationOf({ kind, reference }: Pick<LedgerLine, 'kind' | 'reference'>): string | null {
  return kind === 'charge' ? reference.slice('charge:'.length) : null;
}

export interface LedgerPage {
  lines: LedgerLine[];
  /** The cursor of the next page; null at the end of the ledger. */
  nextCursor: string | null;
}

/** The subject of a charge in the ledger, in terms that the payer recognizes. */
export interface ChargeSubject {
  generationId: string;
  model: string;
  /** Null for calls through the API, and for a deleted conversation. */
  conversation: { id: string; title: string } | null;
  /** Null for messages of the chat. `isOver`: the key has no page any more. */
  key: { id: string; name: string; isOver: boolean } | null;
}
