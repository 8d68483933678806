import type { TestContext } from 'vitest';
import type { Caller } from './caller.ts';
import type { Delivery } from './delivery.ts';
import type { Sight } from './sight.ts';
import type { Setting } from './setting.ts';
import type { Stage } from './stage.ts';

/** What a row must come to. */
export interface Expected {
  /** The client's view in the words of sight.ts. */
  sees: string;
  /** What the words to the client must say beside it. */
  saying?: RegExp;
  /** In the words of charges.ts; nothing where it is left out. */
  charged?: string;
}

/** One thing that can go wrong, and what must come of it for the client and for its money. */
export interface Row<On extends Stage = Stage> extends Setting {
  name: string;
  /** What the provider is told to do, where the row is one plain call. */
  directive?: string;
  /** What happens instead of one plain call. */
  act?: (caller: Caller, stage: On, test: TestContext) => Promise<Sight>;
  /** It breaks what all rows stand on, so that nothing else may happen meanwhile. */
  isAlone?: boolean;
  expected: Partial<Record<Delivery, Expected>>;
}

/** The same for both deliveries. */
export function either(expected: Expected): Row['expected'] {
  return { whole: expected, streamed: expected };
}
