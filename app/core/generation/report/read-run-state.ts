import type { GenerationState } from '#app/contracts/generation.ts';
import { selectRow } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';

/** How far a run of its owner is. `model`: which is asked first, or has answered. */
export interface RunState {
  state: GenerationState;
  model: string;
}

/** @returns undefined for what is unknown or somebody else's */
export function readRunState(
  tx: Tx,
  { userId, id }: { userId: string; id: string },
): Promise<RunState | undefined> {
  return selectRow(tx, 'SELECT state, model FROM generations WHERE id = ? AND user_id = ?', [id, userId]);
}
