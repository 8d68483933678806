import { useEffect, useState } from 'react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import type { PairQuote } from '#app/contracts/playground/playground.ts';
import type { NamedPair, ParameterField, PlaygroundData } from '#app/features/playground/playground-data.ts';
import { fetchWithRefresh } from '#app/ui/fetch/fetch-with-refresh.ts';

interface EstimateProps {
  quotes: readonly PairQuote[] | null;
  selected: readonly NamedPair[];
}

const DEBOUNCE_MS = 400;

/** Content of the form, and its subcategory. */
interface Typed {
  of: string;
  text: string;
  options: object;
}

/** Numbers that are chosen from a list. */
const LISTED_NUMBERS: ReadonlySet<string> = new Set(['seconds', 'partial_images']);

/** The selected models that would reject the prompt. */
export function Estimate({ quotes, selected }: EstimateProps) {
  const { t } = useTranslation('playground');
  const refused = (quotes ?? []).filter(({ why }) => why !== null);
  const nameOf = (pair: string) => selected.find((one) => one.pair === pair)?.modelName ?? pair;
  return (
    <div className="px-4 text-xs text-text-muted">
      {refused.map(({ pair, why }) => (
        <p key={pair} className="text-warn">
          {t('wouldNot', { model: nameOf(pair) })} <bdi dir="auto">{why}</bdi>
        </p>
      ))}
    </div>
  );
}

/** Max total cost of all answers in micro-dollars; null while it is unknown. */
export function totalOf(quotes: readonly PairQuote[] | null): bigint | null {
  const costs = (quotes ?? []).flatMap(({ mostMicro }) => (mostMicro === null ? [] : BigInt(mostMicro)));
  return costs.length === 0 ? null : costs.reduce((sum, one) => sum + one, 0n);
}

/**
 * Quotes the max cost of the prompt in the form, a moment after each change. Null while nothing is known.
 * @param given the quote that the page came with, requested without scripts
 */
export function useEstimate(
  data: PlaygroundData,
  fileIds: readonly string[],
  given: readonly PairQuote[] | null,
) {
  const { playgroundId, selected, output, isSignedIn, isMade, subcategory, lastOptions } = data;
  const [quotes, setQuotes] = useState(given);
  const [typed, setTyped] = useState<Typed | null>(null);
  const pairs = selected.map(({ pair }) => pair).join(' ');
  const files = fileIds.join(' ');
  const text = typed?.text.trim() ?? '';
  const options = JSON.stringify(typed?.of === subcategory ? typed.options : lastOptions);
  const isSigned = isSignedIn && isMade && pairs !== '';
  // The cost of images and videos does not depend on their prompt.
  const isOff = !isSigned || output === null || (output === 'text' && text === '' && files === '');
  useEffect(() => {
    if (isOff) return;
    const request = new AbortController();
    const ask = async () => {
      try {
        const answer = await fetchWithRefresh('/api/playground/quote', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({
            conversationId: playgroundId,
            text,
            output,
            pairs: pairs.split(' '),
            files: files === '' ? [] : files.split(' '),
            options: JSON.parse(options) as object,
          }),
          signal: request.signal,
        });
        setQuotes(answer.ok ? ((await answer.json()) as { pairs: PairQuote[] }).pairs : null);
      } catch {
        if (!request.signal.aborted) setQuotes(null);
      }
    };
    const timer = setTimeout(() => void ask(), DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      request.abort();
    };
  }, [isOff, playgroundId, text, output, pairs, files, options]);
  return {
    /** Clears the text after it was sent. */
    sent: () => setTyped((before) => before && { ...before, text: '' }),
    quotes: !isOff ? quotes : typed === null ? given : null,
    /** Reads the current content of the form. */
    read: (form: HTMLFormElement) =>
      setTyped({ of: subcategory, ...fieldsOf(new FormData(form), data.parameters) }),
  };
}

/** Converts the fields of the form for the API: numbers as numbers, and no empty fields. */
function fieldsOf(form: FormData, parameters: readonly ParameterField[]): Omit<Typed, 'of'> {
  const textOf = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value : '';
  };
  const options = parameters.flatMap(({ name, kind }) => {
    const value = textOf(name);
    if (value === '') return [];
    return [[name, kind === 'number' || LISTED_NUMBERS.has(name) ? Number(value) : value] as const];
  });
  return { text: textOf('text'), options: Object.fromEntries(options) };
}
