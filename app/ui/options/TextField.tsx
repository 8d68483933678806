import { useTranslation } from 'react-i18next';
import type { ChoiceOption, TextOption } from '#app/contracts/endpoints/facts.ts';
import { Field } from '#app/ui/components/form/Field.tsx';
import { Select } from '#app/ui/components/form/Select.tsx';
import { TextArea } from '#app/ui/components/form/TextArea.tsx';
import { TextInput } from '#app/ui/components/form/TextInput.tsx';
import { inputName } from './option-inputs.ts';
import { stayOnEnter } from './stay-on-enter.ts';

/** Words of one's own: a name on one line, or instructions on many. */
export function TextField({ field, initial }: { field: TextOption; initial: string }) {
  const { t } = useTranslation('options');
  const { option, max, isLine } = field;
  const given = { name: inputName(option), maxLength: max, defaultValue: initial };
  return (
    <Field label={t(`label.${option}`)} help={t(`help.${option}`)}>
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

/** One of a list, or what the model decides. */
export function ChoiceField({ field, initial }: { field: ChoiceOption; initial: string }) {
  const { t } = useTranslation('options');
  const { option, values } = field;
  return (
    <Field label={t(`label.${option}`)} help={t(`help.${option}`)}>
      {(control) => (
        <Select {...control} name={inputName(option)} defaultValue={initial}>
          <option value="">{t('modelDecides')}</option>
          {values.map((value) => (
            <option key={value} value={value}>
              {t(`effort.${value as 'low'}`)}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
