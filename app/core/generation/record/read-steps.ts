import type { GenerationState } from '#app/contracts/generation.ts';
import { selectRows } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';

/** A step of a generation, as its parent sees it. */
export interface Step {
  id: string;
  /** From 1. */
  step: number;
  state: GenerationState;
  /** What it said, once it has ended. */
  result: string | null;
  /** Micro-dollars. */
  costMicro: bigint;
}

/** The steps of a generation, in their order. */
export async function readSteps(tx: Tx, parentId: string): Promise<Step[]> {
  const rows = await selectRows<Omit<Step, 'costMicro'> & { cost: string | null }>(
    tx,
    'SELECT id, step, state, result, cost_micro AS cost FROM generations WHERE parent_id = ? ORDER BY step',
    [parentId],
  );
  return rows.map(({ cost, ...step }) => ({ ...step, costMicro: BigInt(cost ?? 0) }));
}
