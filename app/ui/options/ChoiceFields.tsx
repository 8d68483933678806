import { useTranslation } from '#app/ui/i18n/translation.ts';
import type { ChoiceOption, FlagOption } from '#app/contracts/endpoints/facts.ts';
import { Field } from '#app/ui/components/form/Field.tsx';
import { Select } from '#app/ui/components/form/Select.tsx';
import { FLAG_SET, FLAG_UNSET, inputName } from './option-inputs.ts';

/** The prefixes of the text keys for an option's values. */
const VALUES = { reasoningEffort: 'effort', toneStyle: 'tone' } as const;

interface FieldProps<Option> {
  field: Option;
  initial: string;
  /** The reason why the value was refused. */
  error: string | undefined;
}

/** A value from a list, or the default. */
export function ChoiceField({ field, initial, error }: FieldProps<ChoiceOption>) {
  const { t } = useTranslation('options');
  const { option, values, defaultValue } = field;
  const words = (value: string) => t(`${VALUES[option]}.${value}` as 'effort.low');
  return (
    <Field label={t(`label.${option}`)} help={t(`help.${option}`)} error={error}>
      {(control) => (
        <Select {...control} name={inputName(option)} defaultValue={initial}>
          <option value="">
            {defaultValue === undefined ? t('modelDecides') : t('usual', { value: words(defaultValue) })}
          </option>
          {values.map((value) => (
            <option key={value} value={value}>
              {words(value)}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

/** Whether a service answers as itself or as a persona, each under its name. */
export function ModeField({ field, initial, error }: FieldProps<FlagOption>) {
  const { t } = useTranslation('options');
  const { option, defaultValue, names } = field;
  return (
    <Field label={t(`label.${option}`)} help={t(`help.${option}`)} error={error}>
      {(control) => (
        <Select {...control} name={inputName(option)} defaultValue={initial}>
          <option value="">{t('usual', { value: defaultValue ? names.on : names.off })}</option>
          <option value={FLAG_UNSET}>{names.off}</option>
          <option value={FLAG_SET}>{names.on}</option>
        </Select>
      )}
    </Field>
  );
}
