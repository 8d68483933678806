import type { SpendingCaps } from '#app/core/ledger/caps/spending-cap.ts';
import type { TestOffer } from '#tests/factories/create-model.ts';

/** The preconditions of a row of the matrix. */
export interface Setting {
  /** State to prepare before the application starts. */
  prepare?: (modelId: string) => Promise<unknown>;
  /** The offers of the row's model; the default is the healthy address alone. */
  offers?: readonly TestOffer[];
  /** The credit of its caller. */
  creditMicro?: bigint;
  /** The spending caps of its caller's account, in micro-dollars. */
  caps?: Partial<SpendingCaps>;
  /** The limits of its caller's key. */
  key?: { caps?: { total: bigint }; models?: readonly string[] };
}
