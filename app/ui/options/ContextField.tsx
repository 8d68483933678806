import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { TextOption } from '#app/contracts/endpoints/facts.ts';
import { Field } from '#app/ui/components/form/Field.tsx';
import { TextArea } from '#app/ui/components/form/TextArea.tsx';
import { numberFormat } from '#app/ui/i18n/formats.ts';
import { inputName } from './option-inputs.ts';
import { useTokenCount } from './use-token-count.ts';

/** What the service holds, about. */
const MOST_TOKENS = 7000;

interface ContextFieldProps {
  field: TextOption;
  initial: string;
  /** Why the text was refused. */
  error: string | undefined;
  /** How many tokens that has, where the page has counted. */
  counted: number | null;
}

/** What is read beside the conversation, with its length, since what is too long may be refused. */
export function ContextField({ field, initial, error, counted }: ContextFieldProps) {
  const { t, i18n } = useTranslation('options');
  const { tokens, count } = useTokenCount(counted);
  const box = useRef<HTMLTextAreaElement>(null);
  const early = useRef(() => {
    if (box.current && box.current.value !== initial) count(box.current.value);
  });
  // What was typed before the script arrived counts.
  useEffect(() => early.current(), []);
  const words = (value: number) => numberFormat(i18n.language).format(value);
  return (
    <Field
      label={t('label.context')}
      error={error}
      note={
        <span aria-live="polite" className="tabular-nums">
          {tokens !== null && t('tokens', { count: tokens, amount: words(tokens), most: words(MOST_TOKENS) })}
        </span>
      }
      help={
        tokens !== null && tokens > MOST_TOKENS ? (
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
