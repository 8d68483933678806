import type { GenerationState } from '#app/contracts/generation.ts';
import { selectRow, selectRows } from '#db/sql.ts';
import { AUTOCOMMIT, type Tx } from '#db/transaction.ts';

/** A step of a generation, as its parent reads it. */
export interface Step {
  id: string;
  /** From 1. */
  step: number;
  state: GenerationState;
  /** Its output, once it has ended. */
  result: string | null;
  /** Micro-dollars. */
  costMicro: bigint;
}

/**
 * True while the attempt may write the reply: the run is open, or this very attempt ended it and only its
 * last event is missing.
 */
export async function ownsGeneration(generationId: string, attempt: number): Promise<boolean> {
  const row = await selectRow<{ attempt: number; state: string }>(
    AUTOCOMMIT,
    'SELECT attempt, state FROM generations WHERE id = ?',
    [generationId],
  );
  return row !== undefined && row.attempt === attempt && row.state !== 'queued';
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
