import { useTranslation } from 'react-i18next';
import type { OwnKeyKind } from '#app/contracts/endpoints/own-keys.ts';
import { Field } from '#app/ui/components/form/Field.tsx';
import { PasswordInput } from '#app/ui/components/form/PasswordInput.tsx';
import { TextInput } from '#app/ui/components/form/TextInput.tsx';
import { AZURE_FIELDS, type RefusedKey } from './keys-data.ts';

interface ValueFieldsProps {
  kind: OwnKeyKind;
  refused: RefusedKey | undefined;
}

/** Where the key itself goes: one text, the four fields of Azure, or a key file. What is secret is never put back. */
export function ValueFields({ kind, refused }: ValueFieldsProps) {
  const { t } = useTranslation('ownkeys');
  const wrong = (field: string) => (refused?.field === field ? refused.message : undefined);
  if (kind === 'service-account')
    return (
      <Field label={t('form.file')} help={t('form.fileHelp')} error={wrong('value')}>
        {(control) => (
          <TextInput
            {...control}
            type="file"
            name="value"
            accept=".json,application/json"
            required
            className="py-2"
          />
        )}
      </Field>
    );
  if (kind === 'text' || kind === 'session')
    return (
      <Field
        label={t('form.value')}
        help={kind === 'session' ? t('form.sessionHelp') : undefined}
        error={wrong('value')}
      >
        {(control) => (
          <PasswordInput
            {...control}
            name="value"
            required
            maxLength={kind === 'text' ? 500 : 4096}
            autoComplete="off"
          />
        )}
      </Field>
    );
  return AZURE_FIELDS.map((field) => (
    <Field key={field} label={t(`form.${field}`)} error={wrong(field)}>
      {(control) => {
        const common = { ...control, name: field, required: true, autoComplete: 'off' };
        return field === 'azureOpenAIApiKey' ? (
          <PasswordInput {...common} maxLength={500} />
        ) : (
          <TextInput {...common} dir="ltr" maxLength={64} defaultValue={refused?.typed[field]} />
        );
      }}
    </Field>
  ));
}
