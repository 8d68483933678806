import { change } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';

/** Marks an answer as the best of its prompt, or none; from then on the names are shown. */
export async function chooseBest(
  tx: Tx,
  { promptId, cellId }: { promptId: string; cellId: string | null },
): Promise<void> {
  await change(tx, 'UPDATE playground_prompts SET best_cell_id = ?, is_blind = 0 WHERE id = ?', [
    cellId,
    promptId,
  ]);
}

/** Shows the names of a blind prompt without a choice. */
export async function revealNames(tx: Tx, promptId: string): Promise<void> {
  await change(tx, 'UPDATE playground_prompts SET is_blind = 0 WHERE id = ?', [promptId]);
}
