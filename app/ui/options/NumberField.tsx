import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { OUTPUT_MAX, type NumberOption } from '#app/contracts/endpoints/facts.ts';
import { Field } from '#app/ui/components/form/Field.tsx';
import { TextInput } from '#app/ui/components/form/TextInput.tsx';
import { useHydrated } from '#app/ui/components/use-hydrated.ts';
import { numberFormat } from '#app/ui/i18n/formats.ts';
import { inputName } from './option-inputs.ts';
import { stayOnEnter } from './stay-on-enter.ts';

interface NumberFieldProps {
  field: NumberOption;
  /** What stands in it; '' for the usual. */
  initial: string;
  /** Why the number was refused. */
  error: string | undefined;
  /** Why nothing can be set: the model takes no such option, or not beside what the others say. */
  barredBy: 'model' | 'others' | null;
}

/** A number within its bounds, with a slider beside it where they are near each other. */
export function NumberField({ field, initial, error, barredBy }: NumberFieldProps) {
  const { t, i18n } = useTranslation('options');
  const hydrated = useHydrated();
  const box = useRef<HTMLInputElement>(null);
  const slider = useRef<HTMLInputElement>(null);
  const { option, min, max, step, usual } = field;
  const words = (value: number) => numberFormat(i18n.language).format(value);
  const hasSlider = max < OUTPUT_MAX;
  const atRest = usual ?? (min + max) / 2;
  return (
    <Field
      label={t(`label.${option}`)}
      note={hasSlider ? t('range', { min: words(min), max: words(max) }) : undefined}
      error={error}
      help={barredBy === null ? t(`help.${option}`) : t(barredBy === 'model' ? 'refused' : 'givesWay')}
    >
      {(control) => (
        <span className="flex items-center gap-3">
          <TextInput
            {...control}
            ref={box}
            type="number"
            inputMode="decimal"
            dir="ltr"
            name={inputName(option)}
            min={min}
            max={hasSlider ? max : undefined}
            step={step}
            onKeyDown={stayOnEnter}
            defaultValue={initial}
            disabled={barredBy !== null}
            placeholder={usual === null ? t('modelDecides') : t('usual', { value: words(usual) })}
            onInput={({ currentTarget: { value } }) => {
              if (!slider.current) return;
              slider.current.value = value === '' ? String(atRest) : value;
              slider.current.toggleAttribute('data-unset', value === '');
            }}
            className="min-w-0"
          />
          {hydrated && hasSlider && (
            <input
              ref={slider}
              type="range"
              min={min}
              max={max}
              step={step}
              onKeyDown={stayOnEnter}
              defaultValue={initial === '' ? atRest : initial}
              disabled={barredBy !== null}
              data-sets={option}
              aria-label={t(`label.${option}`)}
              data-unset={initial === '' || undefined}
              onInput={({ currentTarget }) => {
                if (box.current) box.current.value = currentTarget.value;
                currentTarget.removeAttribute('data-unset');
              }}
              className="min-w-0 grow accent-accent disabled:opacity-50 data-unset:opacity-60 data-unset:grayscale"
            />
          )}
        </span>
      )}
    </Field>
  );
}
