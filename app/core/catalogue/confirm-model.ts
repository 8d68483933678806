import { change } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';
import { forgetSnapshot } from './snapshot.ts';

/**
 * An operator takes responsibility for what is known of a model from unverified sources: its offers can be called.
 * @returns how many offers were confirmed now
 */
export async function confirmModel(tx: Tx, modelId: string): Promise<number> {
  const confirmed = await change(
    tx,
    `UPDATE offers SET confirmed_at = NOW(3), updated_at = NOW(3)
      WHERE model_id = ? AND confidence IN ('C', 'D') AND confirmed_at IS NULL`,
    [modelId],
  );
  await change(tx, 'UPDATE models SET enabled = 1, updated_at = NOW(3) WHERE id = ?', [modelId]);
  forgetSnapshot();
  return confirmed;
}
