import { data } from '@remix-run/node';
import { z } from 'zod';
import { describeRules, type PriceDiff } from '#app/core/catalogue/import/price-diff.ts';
import { fetchList } from '#app/core/catalogue/import/list-download.ts';
import { modelIdOf, PriceListError } from '#app/core/catalogue/import/price-list.ts';
import { digestOf, keepImport } from '#app/core/catalogue/import/pending-import.ts';
import { readPriceList } from '#app/core/catalogue/import/list-formats.ts';
import { isEmptyDiff, previewImport } from '#app/core/operator/catalogue.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import type { OperatorAnswer } from '../operator-answer.ts';
import type { SentForm } from '../operator.server.ts';
import { PASTED, PLACE_MAX, PROVIDER_MAX, type DiffLine, type ImportPreview } from './catalogue-data.ts';
import { readFields } from '#app/http/body/parse-form.ts';

const FIELDS = z.object({
  address: z.string().trim().max(PLACE_MAX).default(''),
  text: z.string().default(''),
  provider: z.string().trim().toLowerCase().max(PROVIDER_MAX).default(''),
});

/** What of each list is shown; all of it is applied. */
const SHOWN = 300;
const SHOWN_SKIPPED = 50;
const LINE_LENGTH = 200;

export type ImportAnswer = OperatorAnswer & {
  preview?: ImportPreview;
  /** What is wrong with the list, and what was typed beside it. */
  import?: { error: string; address: string; provider: string };
};

/** Reads the list that was pasted, uploaded or named by its address, and answers what it would change. */
export async function showImport({ admin, form, t }: SentForm) {
  const { address, text, provider } = readFields(form, FIELDS);
  const refuse = (error: string) =>
    data<ImportAnswer>({ import: { error, address, provider } }, { status: 400 });
  try {
    const { body, place } = await readBody(form, { address, text });
    if (body === '') return refuse(t('import.nothing'));
    const list = readPriceList(body, provider === '' ? null : provider);
    const at = new Date();
    const diff = await previewImport(AUTOCOMMIT, list, at);
    const kept = { place, digest: digestOf(diff), list };
    const importId = isEmptyDiff(diff) ? null : await keepImport(admin.id, kept);
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
