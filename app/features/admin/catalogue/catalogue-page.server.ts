import { data } from '@remix-run/node';
import { z } from 'zod';
import { AppError } from '#app/contracts/errors.ts';
import { fetchList, LIST_MAX_BYTES } from '#app/core/catalogue/import/list-download.ts';
import { readPriceList } from '#app/core/catalogue/import/list-formats.ts';
import {
  digestOf,
  storeImport,
  returnImport,
  takeImport,
} from '#app/core/catalogue/import/pending-import.ts';
import { describeRules, type PriceDiff } from '#app/core/catalogue/import/price-diff.ts';
import { modelIdOf, PriceListError } from '#app/core/catalogue/import/price-list.ts';
import { forgetSnapshot } from '#app/core/catalogue/snapshot.ts';
import { listUnconfirmed, type UnconfirmedModel } from '#app/core/catalogue/unconfirmed-models.ts';
import {
  confirmOffers,
  importPrices,
  isEmptyDiff,
  previewImport,
  sourceOf,
} from '#app/core/operator/catalogue.ts';
import { OPERATOR_PATHS } from '#app/features/admin/operator-paths.ts';
import {
  doneAt,
  operatorAction,
  type OperatorAnswer,
  type SentForm,
} from '#app/features/admin/operator.server.ts';
import { readFields } from '#app/http/body/parse-form.ts';
import { pageLoader } from '#app/http/page/page-loader.ts';
import { AUTOCOMMIT, transaction } from '#db/transaction.ts';
import {
  PASTED,
  PLACE_MAX,
  PROVIDER_MAX,
  type CatalogueData,
  type DiffLine,
  type ImportPreview,
  type UnconfirmedLine,
} from './catalogue-data.ts';

const PAGE_SIZE = 25;

const SOURCE_LENGTH = 200;

const PRESSED = z.object({
  act: z.enum(['confirm', 'preview', 'apply']),
  modelId: z.string().default(''),
  importId: z.string().default(''),
});

/** Max bytes of a pasted or uploaded list with the fields beside it. */
const FORM_MAX_BYTES = LIST_MAX_BYTES + 64 * 1024;

/** Confirms a model, previews an import, or applies a previewed import. */
export const actOnCatalogue = operatorAction(async (sent) => {
  const { act, modelId, importId } = readFields(sent.form, PRESSED);
  if (act === 'preview') return showImport(sent);
  return act === 'confirm' ? confirm(sent, modelId) : apply(sent, importId);
}, FORM_MAX_BYTES);

const FIELDS = z.object({
  address: z.string().trim().max(PLACE_MAX).default(''),
  text: z.string().default(''),
  provider: z.string().trim().toLowerCase().max(PROVIDER_MAX).default(''),
});

/** Max lines of each list that are shown; all of it is applied. */
const SHOWN = 300;

const SHOWN_SKIPPED = 50;

const LINE_LENGTH = 200;

type ImportAnswer = OperatorAnswer & {
  preview?: ImportPreview;
  /** Error of the list, with the typed fields. */
  import?: { error: string; address: string; provider: string };
};

/** Loads the unconfirmed models by id; `?after=` continues after one. */
export const loadCatalogue = pageLoader({ auth: 'admin' }, async ({ url }): Promise<CatalogueData> => {
  const after = url.searchParams.get('after');
  const all = await listUnconfirmed(AUTOCOMMIT);
  const rest = after === null ? all : all.filter(({ id }) => id > after);
  const shown = rest.slice(0, PAGE_SIZE);
  return {
    unconfirmed: shown.map(toLine),
    count: all.length,
    isLater: after !== null,
    nextAfter: rest.length > PAGE_SIZE ? (shown.at(-1)?.id ?? null) : null,
  };
});

function toLine({ id, name, offers }: UnconfirmedModel): UnconfirmedLine {
  return {
    id,
    name,
    offers: offers.map((offer) => ({ ...offer, source: offer.source.slice(0, SOURCE_LENGTH) })),
  };
}

async function confirm({ actor }: SentForm, modelId: string) {
  const waiting = await listUnconfirmed(AUTOCOMMIT);
  if (!waiting.some(({ id }) => id === modelId)) throw new AppError('not_found', { param: 'modelId' });
  await transaction((tx) => confirmOffers(tx, { actor, modelId }));
  return doneAt(OPERATOR_PATHS.catalogue, 'confirmed');
}

/**
 * Writes only the previewed changes: if the catalogue has changed meanwhile, the import must be reviewed
 * again.
 */
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

/** Reads the list from text, a file or an address, and returns a preview of its changes. */
async function showImport({ admin, form, t }: SentForm) {
  const { address, text, provider } = readFields(form, FIELDS);
  const refuse = (error: string) =>
    data<ImportAnswer>({ import: { error, address, provider } }, { status: 400 });
  try {
    const { body, place } = await readBody(form, { address, text });
    if (body === '') return refuse(t('import.nothing'));
    const list = readPriceList(body, provider === '' ? null : provider);
    const at = new Date();
    const diff = await previewImport(AUTOCOMMIT, list, at);
    const pending = { place, digest: digestOf(diff), list };
    const importId = isEmptyDiff(diff) ? null : await storeImport(admin.id, pending);
    return data<ImportAnswer>({ preview: { importId, place, ...shownOf(diff) } });
  } catch (error) {
    if (error instanceof PriceListError) return refuse(error.message.slice(0, LINE_LENGTH * 2));
    throw error;
  }
}

async function readBody(
  form: FormData,
  { address, text }: { address: string; text: string },
): Promise<{ body: string; place: string }> {
  if (text.trim() !== '') return { body: text, place: PASTED };
  const file = form.get('file');
  if (file instanceof File && file.size > 0)
    return { body: await file.text(), place: file.name.slice(0, LINE_LENGTH) };
  if (address === '') return { body: '', place: '' };
  return { body: await fetchList(address), place: address };
}

function shownOf({
  added,
  changed,
  vanished,
  skipped,
}: PriceDiff): Omit<ImportPreview, 'importId' | 'place'> {
  const lines: DiffLine[] = [
    ...added.map((listed): DiffLine => ({
      kind: 'added',
      model: modelIdOf(listed),
      provider: listed.provider,
      before: null,
      after: describeRules(listed.rules),
    })),
    ...changed.map(({ offer, before, rules }): DiffLine => ({
      kind: 'changed',
      model: offer.modelId,
      provider: offer.provider,
      before: before ? describeRules(before.rules) : null,
      after: describeRules(rules),
    })),
    ...vanished.map(({ modelId, provider }): DiffLine => ({
      kind: 'vanished',
      model: modelId,
      provider,
      before: null,
      after: null,
    })),
  ];
  return {
    counts: {
      added: added.length,
      changed: changed.length,
      vanished: vanished.length,
      skipped: skipped.length,
    },
    lines: lines.slice(0, SHOWN),
    skipped: [...new Set(skipped.slice(0, SHOWN_SKIPPED).map((line) => line.slice(0, LINE_LENGTH)))],
  };
}
