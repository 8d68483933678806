import { useId, useState } from 'react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import type { ExamplesOption } from '#app/contracts/endpoints/facts.ts';
import { Button } from '#app/ui/components/button/Button.tsx';
import { FieldError } from '#app/ui/components/form/FieldError.tsx';
import { TextArea } from '#app/ui/components/form/TextArea.tsx';
import { useHydrated } from '#app/ui/components/use-hydrated.ts';
import { EXAMPLE_INPUT, EXAMPLE_OUTPUT } from './option-inputs.ts';

interface ExamplesFieldProps {
  field: ExamplesOption;
  /** The two sides of each pair. */
  initial: readonly (readonly [input: string, output: string])[];
  /** The reason why a pair was refused. */
  error: string | undefined;
  /** Called when a pair was added or removed. */
  onChange: () => void;
}

/**
 * Pairs of examples; without scripts there is always an empty one to fill in. Removing takes the last pair,
 * or clears the only one.
 */
export function ExamplesField({ field: { maxPairs, max }, initial, error, onChange }: ExamplesFieldProps) {
  const { t } = useTranslation('options');
  const errorId = useId();
  const hydrated = useHydrated();
  const filled = Math.max(1, initial.length);
  const [count, setCount] = useState(filled);
  const [cleared, setCleared] = useState(0);
  /** Number of pairs that still have their initial content. */
  const [unchanged, setUnchanged] = useState(initial.length);
  const shown = hydrated ? count : Math.min(maxPairs, initial.length + 1);
  const remove = () => {
    if (count === 1) setCleared(cleared + 1);
    else setCount(count - 1);
    setUnchanged(count === 1 ? 0 : Math.min(unchanged, count - 1));
    setTimeout(onChange);
  };
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="font-medium">{t('label.examples')}</legend>
      {error ? (
        <FieldError id={errorId}>{error}</FieldError>
      ) : (
        <p className="text-sm text-text-muted">{t('help.examples')}</p>
      )}
      {Array.from({ length: shown }, (_, place) => {
        const [input = '', output = ''] = (place < unchanged ? initial[place] : undefined) ?? [];
        const number = place + 1;
        const box = (name: string, label: string, value: string) => (
          <TextArea
            name={name}
            rows={1}
            maxLength={max}
            defaultValue={value}
            aria-label={label}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? errorId : undefined}
            placeholder={label}
          />
        );
        return (
          <div key={`${cleared} ${place}`} className="grid gap-2 sm:grid-cols-2">
            {box(EXAMPLE_INPUT, t('exampleInput', { number }), input)}
            {box(EXAMPLE_OUTPUT, t('exampleOutput', { number }), output)}
          </div>
        );
      })}
      {hydrated && (
        <div className="flex flex-wrap gap-2">
          {count < maxPairs && (
            <Button type="button" size="small" onClick={() => setCount(count + 1)}>
              {t('addExample')}
            </Button>
          )}
          <Button type="button" size="small" variant="quiet" onClick={remove}>
            {t('removeExample')}
          </Button>
        </div>
      )}
    </fieldset>
  );
}
