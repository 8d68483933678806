import type { SpendingCaps } from '#app/core/ledger/caps/spending-cap.ts';
import type { TestOffer } from '#tests/factories/create-model.ts';

/** What a row of the matrix needs before it begins. */
export interface Setting {
  /** What must be so before the application starts. */
  prepare?: (modelId: string) => Promise<unknown>;
  /** Who serves the row's model; the healthy address alone where nothing is said. */
  offers?: readonly TestOffer[];
  /** How much its caller has. */
  creditMicro?: bigint;
  /** What its caller lets the own account spend, in micro-dollars. */
  caps?: Partial<SpendingCaps>;
  /** Bounds of its caller's key. */
  key?: { caps?: { total: bigint }; models?: readonly string[] };
}
