/** What a charge in the ledger was for, as its payer knows it again. */
export interface ChargeSubject {
  generationId: string;
  model: string;
  /** Null for what was asked through the API, and where it was deleted. */
  conversation: { id: string; title: string } | null;
  /** Null for what was asked in the chat. `isOver`: it has no page any more. */
  key: { id: string; name: string; isOver: boolean } | null;
}
