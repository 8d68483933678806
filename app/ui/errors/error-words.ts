import type { ErrorParams } from '#app/contracts/errors.ts';
import { pageOf } from './error-pages.ts';

/**
 * Translates keys of a page or of a request; keys and values are dynamic, so the compiler cannot check them.
 */
export type Texts = (key: string, values?: ErrorParams) => string;

/** An error as it was received: its code and its message. */
export interface ReceivedError {
  code: string;
  params?: ErrorParams;
  /** The received message, if any; never a secret. */
  detail?: string | null;
}

/**
 * The text for a user: our own sentence, plus the received message if the sentence does not name the cause.
 */
export interface ErrorWords {
  /** May contain the name of the page that fixes the error, between `<page>` and `</page>`. */
  sentence: string;
  /** The path of that page. */
  to: string;
  detail: string | null;
}

const MAX_DETAIL = 512;
/** Errors whose text does not name the cause. */
const OBSCURE = new Set(['internal', 'provider_rejected', 'provider_malformed', 'provider_unavailable']);
const MARK = /<\/?page>/;

/**
 * The text of an error in the reader's language. An unknown code is never shown: the sentence for unknown
 * errors is shown instead, with the received message.
 * @param product name of the application, as set by the operator
 */
export function errorWords(t: Texts, { code, params, detail }: ReceivedError, product: string): ErrorWords {
  const shown = detail?.trim().slice(0, MAX_DETAIL) || null;
  if (isKnownCode(t, code)) {
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

/**
 * Tells whether a code is known: by the existence of its text, so that browsers do not need the list of
 * codes.
 */
export function isKnownCode(t: Texts, code: string): boolean {
  const key = `errors:${code}`;
  return /^[a-z_]+$/.test(code) && ![code, key].includes(t(key));
}

/** The sentence without markup, for places without links, followed by the message. */
export function plainWords({ sentence, detail }: Pick<ErrorWords, 'sentence' | 'detail'>): string {
  const plain = sentence.split(MARK).join('');
  return detail === null ? plain : `${plain} ${detail}`;
}

/**
 * The parts of a sentence: before the page's name, the name, and after it; a single part if it has no name.
 */
export function partsOf(sentence: string): string[] {
  return sentence.split(MARK);
}
