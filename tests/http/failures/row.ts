import type { TestContext } from 'vitest';
import type { TestOffer } from '#tests/factories/create-model.ts';
import type { Caller } from './caller.ts';
import type { Sight } from './sight.ts';
import type { Stage } from './stage.ts';

/** How the client asks for its answer. */
export type Delivery = 'whole' | 'streamed';
export const DELIVERIES: readonly Delivery[] = ['whole', 'streamed'];

/** What a row must come to. */
export interface Expected {
  /** The client's view in the words of sight.ts. */
  sees: string;
  /** What the words to the client must say beside it. */
  saying?: RegExp;
  /** In the words of books.ts; nothing where it is left out. */
  charged?: string;
}

/** One thing that can go wrong, and what must come of it for the client and for its money. */
export interface Row {
  name: string;
  /** What the provider is told to do, where the row is one plain call. */
  directive?: string;
  /** What happens instead of one plain call. */
  act?: (caller: Caller, stage: Stage, test: TestContext) => Promise<Sight>;
  /** What must be so before the application starts. */
  prepare?: (modelId: string) => Promise<unknown>;
  /** It strikes at what all rows stand on, so that nothing else may happen meanwhile. */
  isAlone?: boolean;
  /** Who serves the row's model; the healthy address alone where nothing is said. */
  offers?: readonly TestOffer[];
  /** How much its caller has. */
  creditMicro?: bigint;
  /** Bounds of its caller's key. */
  key?: { caps?: { total: bigint }; models?: readonly string[] };
  expected: Partial<Record<Delivery, Expected>>;
}

/** The same for both deliveries. */
export function either(expected: Expected): Row['expected'] {
  return { whole: expected, streamed: expected };
}
