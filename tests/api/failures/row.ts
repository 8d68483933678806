import type { TestContext } from 'vitest';
import type { Caller } from './caller.ts';
import type { Delivery } from './delivery.ts';
import type { Sight } from './sight.ts';
import type { Setting } from './setting.ts';
import type { Stage } from './stage.ts';

/** The expected result of a row. */
export interface Expected {
  /** The client's view in the form of sight.ts. */
  sees: string;
  /** A text that the message to the client must contain. */
  saying?: RegExp;
  /** In the form of charges.ts; nothing if it is omitted. */
  charged?: string;
}

/** One failure, and its expected result for the client and for its money. */
export interface Row<On extends Stage = Stage> extends Setting {
  name: string;
  /** The provider's directive, if the row is one plain call. */
  directive?: string;
  /** The action instead of one plain call. */
  act?: (caller: Caller, stage: On, test: TestContext) => Promise<Sight>;
  /** It breaks something that all rows depend on, so that no other row may run meanwhile. */
  isAlone?: boolean;
  expected: Partial<Record<Delivery, Expected>>;
}

/** The same for both deliveries. */
export function either(expected: Expected): Row['expected'] {
  return { whole: expected, streamed: expected };
}
