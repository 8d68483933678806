import { useRef, type KeyboardEvent } from 'react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { OUTPUT_MAX, type NumberOption, type TextOption } from '#app/contracts/endpoints/facts.ts';
import { Field } from '#app/ui/components/form/Field.tsx';
import { TextArea } from '#app/ui/components/form/TextArea.tsx';
import { TextInput } from '#app/ui/components/form/TextInput.tsx';
import { useHydrated } from '#app/ui/components/use-hydrated.ts';
import { numberFormat } from '#app/ui/i18n/formats.ts';
import { inputName } from './option-inputs.ts';

interface NumberFieldProps {
  field: NumberOption;
  /** Its initial value; '' for the default. */
  initial: string;
  /** The reason why the number was refused. */
  error: string | undefined;
  /**
   * The reason why it is disabled: the model does not accept the option, or not together with others that are
   * set.
   */
  barredBy: 'model' | 'others' | null;
}

interface TextFieldProps {
  field: TextOption;
  initial: string;
  /** The reason why the text was refused. */
  error: string | undefined;
}

/** A number within its limits, with a slider beside it unless the range is too large. */
export function NumberField({ field, initial, error, barredBy }: NumberFieldProps) {
  const { t, i18n } = useTranslation('options');
  const hydrated = useHydrated();
  const box = useRef<HTMLInputElement>(null);
  const slider = useRef<HTMLInputElement>(null);
  const { option, min, max, step, defaultValue } = field;
  const words = (value: number) => numberFormat(i18n.language).format(value);
  const hasSlider = max < OUTPUT_MAX;
  const atRest = defaultValue ?? (min + max) / 2;
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
            placeholder={
              defaultValue === null ? t('modelDecides') : t('usual', { value: words(defaultValue) })
            }
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

/** Free text: a name on one line, or instructions on several lines. */
export function TextField({ field, initial, error }: TextFieldProps) {
  const { t } = useTranslation('options');
  const { option, max, isLine } = field;
  const given = { name: inputName(option), maxLength: max, defaultValue: initial };
  return (
    <Field label={t(`label.${option}`)} help={t(`help.${option}`)} error={error}>
      {(control) =>
        isLine ? (
          <TextInput {...control} {...given} onKeyDown={stayOnEnter} />
        ) : (
          <TextArea {...control} {...given} rows={2} className="max-h-40" />
        )
      }
    </Field>
  );
}

/** For a field on one line: Enter in it would press the first button of the composer's form. */
export function stayOnEnter(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key === 'Enter') event.preventDefault();
}
