import { recordAudit } from '#app/core/accounts/audit.ts';
import {
  diffPrices,
  writePrices,
  type ImportOrigin,
  type PriceDiff,
} from '#app/core/catalogue/import/price-diff.ts';
import type { PriceList } from '#app/core/catalogue/import/price-list.ts';
import { forgetSnapshot, readSnapshot } from '#app/core/catalogue/snapshot.ts';
import { confirmModel } from '#app/core/catalogue/unconfirmed-models.ts';
import type { Transaction, Tx } from '#db/transaction.ts';
import type { Acting } from './act.ts';

const SOURCE_LENGTH = 400;

/** Computes the changes that an import of a price list would make now. */
export async function previewImport(tx: Tx, list: PriceList, at: Date): Promise<PriceDiff> {
  return diffPrices(await readSnapshot(tx), list, at);
}

/** True if an import would write nothing. */
export function isEmptyDiff({ added, changed }: PriceDiff): boolean {
  return added.length + changed.length === 0;
}

/** The source of a list, as it is stored with prices and in the audit trail. */
export function sourceOf(place: string, at: Date): string {
  return `${place.slice(0, SOURCE_LENGTH)}, read ${at.toISOString().slice(0, 10)}`;
}

/** Writes the changes that were shown in the preview. */
export async function importPrices(
  tx: Transaction,
  { actor, diff, origin }: Acting & { diff: PriceDiff; origin: ImportOrigin },
): Promise<void> {
  await writePrices(tx, diff, origin);
  const detail = { source: origin.source, added: diff.added.length, changed: diff.changed.length };
  await recordAudit(tx, { actor, action: 'catalogue:import', subjectId: null, detail });
  forgetSnapshot();
}

/**
 * Confirms the data of a model from unverified sources: its offers can be called from now on.
 * @returns how many offers were confirmed now; null if there is no such model
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
