import type { Append } from '#app/core/conversations/append.ts';
import type { Estimate } from './estimate.ts';
import type { CappedKey } from './key-budgets.ts';
import type { NewGeneration } from './insert.ts';

/** A checked and priced generation, before any lock is taken. */
export interface Plan {
  generation: NewGeneration;
  estimate: Estimate;
  /** What it adds to a conversation; null for a call of the public API. */
  append: Append | null;
  /** The key whose caps it counts against; null for what people send themselves. */
  key: CappedKey | null;
}
