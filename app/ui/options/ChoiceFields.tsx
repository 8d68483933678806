import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChoiceOption, FlagOption } from '#app/contracts/endpoints/facts.ts';
import { Field } from '#app/ui/components/form/Field.tsx';
import { Select } from '#app/ui/components/form/Select.tsx';
import { FLAG_SET, inputName } from './option-inputs.ts';

/** Where the words for the values of an option are. */
const VALUES = { reasoningEffort: 'effort', toneStyle: 'tone' } as const;

/** One of a list, or what is usual. */
export function ChoiceField({ field, initial }: { field: ChoiceOption; initial: string }) {
  const { t } = useTranslation('options');
  const { option, values, usual } = field;
  const words = (value: string) => t(`${VALUES[option]}.${value}` as 'effort.low');
  return (
    <Field label={t(`label.${option}`)} help={t(`help.${option}`)}>
      {(control) => (
        <Select {...control} name={inputName(option)} defaultValue={initial}>
          <option value="">
            {usual === undefined ? t('modelDecides') : t('usual', { value: words(usual) })}
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

/** Yes where it is ticked, else what is usual. */
export function FlagField({ field, isSet }: { field: FlagOption; isSet: boolean }) {
  const { t } = useTranslation('options');
  const { option } = field;
  const id = useId();
  return (
    <div className="flex flex-col gap-1.5">
      <label className="flex items-center gap-2 font-medium">
        <input
          type="checkbox"
          name={inputName(option)}
          value={FLAG_SET}
          defaultChecked={isSet}
          aria-describedby={id}
          className="size-4 accent-accent"
        />
        {t(`label.${option}`)}
      </label>
      <p id={id} className="text-sm text-text-muted">
        {t(`help.${option}`)}
      </p>
    </div>
  );
}
