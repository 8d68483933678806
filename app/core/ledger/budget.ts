/** A bound that several holds share, beside the account. */
export interface Budget {
  /** Unique among the budgets of all accounts. */
  id: string;
  /** What is left of it before this transaction, in micro-dollars. */
  leftMicro: bigint;
}
