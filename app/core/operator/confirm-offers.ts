import { recordAudit } from '#app/core/accounts/record-audit.ts';
import { confirmModel } from '#app/core/catalogue/confirm-model.ts';
import { readSnapshot } from '#app/core/catalogue/snapshot.ts';
import type { Transaction } from '#db/transaction.ts';
import type { Acting } from './act.ts';

/**
 * Takes responsibility for what is known of a model from unverified sources: its offers can be called.
 * @returns how many offers were confirmed now; null where there is no such model
 */
export async function confirmOffers(
  tx: Transaction,
  { actor, modelId }: Acting & { modelId: string },
): Promise<number | null> {
  if (!(await readSnapshot(tx)).models.has(modelId)) return null;
  const offers = await confirmModel(tx, modelId);
  const detail = { model: modelId, offers };
  await recordAudit(tx, { actor, action: 'confirm-model', subjectId: null, detail });
  return offers;
}
