import { data } from '@remix-run/node';
import { z } from 'zod';
import { AppError } from '#app/contracts/errors.ts';
import { LIST_MAX_BYTES } from '#app/core/catalogue/import/list-download.ts';
import { digestOf, returnImport, takeImport } from '#app/core/catalogue/import/pending-import.ts';
import { listUnconfirmed } from '#app/core/catalogue/unconfirmed-models.ts';
import { forgetSnapshot } from '#app/core/catalogue/snapshot.ts';
import { confirmOffers, importPrices, previewImport, sourceOf } from '#app/core/operator/catalogue.ts';
import { readFields } from '#app/http/body/parse-form.ts';
import { AUTOCOMMIT, transaction } from '#db/transaction.ts';
import { OPERATOR_PATHS } from '../operator-paths.ts';
import { doneAt, operatorAction, type SentForm } from '../operator.server.ts';
import { showImport } from './show-import.server.ts';

const PRESSED = z.object({
  act: z.enum(['confirm', 'preview', 'apply']),
  modelId: z.string().default(''),
  importId: z.string().default(''),
});

/** A list as it is pasted or uploaded, and the fields beside it. */
const FORM_MAX_BYTES = LIST_MAX_BYTES + 64 * 1024;

/** Confirms a model, shows what an import would change, or applies what was shown. */
export const actOnCatalogue = operatorAction(async (sent) => {
  const { act, modelId, importId } = readFields(sent.form, PRESSED);
  if (act === 'preview') return showImport(sent);
  return act === 'confirm' ? confirm(sent, modelId) : apply(sent, importId);
}, FORM_MAX_BYTES);

async function confirm({ actor }: SentForm, modelId: string) {
  const waiting = await listUnconfirmed(AUTOCOMMIT);
  if (!waiting.some(({ id }) => id === modelId)) throw new AppError('not_found', { param: 'modelId' });
  await transaction((tx) => confirmOffers(tx, { actor, modelId }));
  return doneAt(OPERATOR_PATHS.catalogue, 'confirmed');
}

/** Only what was shown is written: where the catalogue has changed meanwhile, it is to be looked at anew. */
async function apply({ admin, actor, t }: SentForm, importId: string) {
  const pending = await takeImport(admin.id, importId);
  if (!pending) return data({ error: t('import.gone') }, { status: 409 });
  const at = new Date();
  try {
    forgetSnapshot();
    const isSame = await transaction(async (tx) => {
      const diff = await previewImport(tx, pending.list, at);
      if (digestOf(diff) !== pending.digest) return false;
      await importPrices(tx, { actor, diff, origin: { source: sourceOf(pending.place, at), at } });
      return true;
    });
    if (!isSame) return data({ error: t('import.changed') }, { status: 409 });
    return doneAt(OPERATOR_PATHS.catalogue, 'imported');
  } catch (error) {
    await returnImport(admin.id, pending);
    throw error;
  }
}
