/** What one pair would cost at most. Money is micro-dollars as text. */
export interface PairQuote {
  pair: string;
  /** null for one that cannot be asked so. */
  mostMicro: string | null;
  /** Why it cannot. */
  why: string | null;
}
