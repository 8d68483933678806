import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import type { TextOption } from '#app/contracts/endpoints/facts.ts';
import { Field } from '#app/ui/components/form/Field.tsx';
import { TextArea } from '#app/ui/components/form/TextArea.tsx';
import { fetchWithRefresh } from '#app/ui/fetch/fetch-with-refresh.ts';
import { numberFormat } from '#app/ui/i18n/formats.ts';
import { inputName } from './option-inputs.ts';

/** Approximate limit of the provider. */
const MAX_TOKENS = 7000;

interface ContextFieldProps {
  field: TextOption;
  initial: string;
  /** The reason why the text was refused. */
  error: string | undefined;
  /** Number of tokens of the initial text, if the page has counted them. */
  counted: number | null;
}

const DEBOUNCE_MS = 250;

/**
 * A text that the model reads besides the conversation, with its length, since a text that is too long may be
 * refused.
 */
export function ContextField({ field, initial, error, counted }: ContextFieldProps) {
  const { t, i18n } = useTranslation('options');
  const { tokens, count } = useTokenCount(counted);
  const box = useRef<HTMLTextAreaElement>(null);
  const early = useRef(() => {
    if (box.current && box.current.value !== initial) count(box.current.value);
  });
  // Counts text that was typed before the script loaded.
  useEffect(() => early.current(), []);
  const words = (value: number) => numberFormat(i18n.language).format(value);
  return (
    <Field
      label={t('label.context')}
      error={error}
      note={
        <span aria-live="polite" className="tabular-nums">
          {tokens !== null && t('tokens', { count: tokens, amount: words(tokens), most: words(MAX_TOKENS) })}
        </span>
      }
      help={
        tokens !== null && tokens > MAX_TOKENS ? (
          <output className="text-warn">{t('contextOver')}</output>
        ) : (
          t('help.context')
        )
      }
    >
      {(control) => (
        <TextArea
          {...control}
          ref={box}
          name={inputName(field.option)}
          maxLength={field.max}
          defaultValue={initial}
          rows={2}
          className="max-h-40"
          onInput={({ currentTarget }) => count(currentTarget.value)}
        />
      )}
    </Field>
  );
}

/** The number of tokens of a text, requested 250 ms after its last change; null if unknown. */
function useTokenCount(initial: number | null): {
  tokens: number | null;
  count: (text: string) => void;
} {
  const [tokens, setTokens] = useState(initial);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const asking = useRef<AbortController>();
  const leave = useCallback(() => {
    clearTimeout(timer.current);
    asking.current?.abort();
  }, []);
  useEffect(() => leave, [leave]);
  const count = useCallback(
    (text: string) => {
      leave();
      if (text === '') return setTokens(null);
      const { signal } = (asking.current = new AbortController());
      const ask = async () => {
        const found = await countTokens(text, signal);
        if (!signal.aborted) setTokens(found);
      };
      timer.current = setTimeout(() => void ask(), DEBOUNCE_MS);
    },
    [leave],
  );
  return { tokens, count };
}

async function countTokens(text: string, signal: AbortSignal): Promise<number | null> {
  try {
    const answer = await fetchWithRefresh('/api/tokenizer', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ arg: text }),
      signal,
    });
    return answer.ok ? ((await answer.json()) as { count: number }).count : null;
  } catch {
    return null;
  }
}
