import type { ErrorParams } from '#app/contracts/errors.ts';
import { pageOf } from './error-pages.ts';

/** Texts by key, of a page or of a request; keys and values come from outside, beyond what the compiler can check. */
export type Texts = (key: string, values?: ErrorParams) => string;

/** An error as it reached us: its code, and what was said with it. */
export interface MetError {
  code: string;
  params?: ErrorParams;
  /** The message that came with it, if any; never a secret. */
  detail?: string | null;
}

/** What a reader is told: a sentence of ours, and where that does not say the cause, the message that came. */
export interface ErrorWords {
  /** The name of the page that mends it may stand between two marks: `<page>`, `</page>`. */
  sentence: string;
  /** Where that page is. */
  to: string;
  detail: string | null;
}

const MOST_DETAIL = 512;
/** Errors whose wording says nothing of the cause. */
const OBSCURE = new Set(['internal', 'provider_rejected', 'provider_malformed', 'provider_unavailable']);
const MARK = /<\/?page>/;

/**
 * The wording of an error in the reader's language. A code that nobody here knows is never shown: the sentence
 * for unknown errors is, with the message that came.
 * @param product what the operator calls the application
 */
export function errorWords(t: Texts, { code, params, detail }: MetError, product: string): ErrorWords {
  const shown = detail?.trim().slice(0, MOST_DETAIL) || null;
  if (hasWords(t, code)) {
    return {
      sentence: t(`errors:${code}`, { ...params, product }),
      to: pageOf(code, params?.endpoint),
      detail: OBSCURE.has(code) ? shown : null,
    };
  }
  const to = pageOf(code);
  return shown === null
    ? { sentence: t('errors:internal'), to, detail: null }
    : { sentence: t('errors:unknown'), to, detail: shown };
}

/** Whether a code is one of ours: by its wording, so that no browser needs the list of all. */
export function hasWords(t: Texts, code: string): boolean {
  const key = `errors:${code}`;
  return /^[a-z_]+$/.test(code) && ![code, key].includes(t(key));
}

/** A sentence without its marks, for places that hold no link, and its message behind it. */
export function plainWords({ sentence, detail }: Pick<ErrorWords, 'sentence' | 'detail'>): string {
  const plain = sentence.split(MARK).join('');
  return detail === null ? plain : `${plain} ${detail}`;
}

/** The parts of a sentence: before the name of the page, the name, and after it; one part where it has no name. */
export function partsOf(sentence: string): string[] {
  return sentence.split(MARK);
}
