import { useTranslation } from 'react-i18next';
import type { TextOption } from '#app/contracts/endpoints/facts.ts';
import { Field } from '#app/ui/components/form/Field.tsx';
import { TextArea } from '#app/ui/components/form/TextArea.tsx';
import { TextInput } from '#app/ui/components/form/TextInput.tsx';
import { inputName } from './option-inputs.ts';
import { stayOnEnter } from './stay-on-enter.ts';

interface TextFieldProps {
  field: TextOption;
  initial: string;
  /** Why the text was refused. */
  error: string | undefined;
}

/** Words of one's own: a name on one line, or instructions on many. */
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
