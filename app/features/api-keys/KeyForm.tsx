import { Form, useNavigation } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { CAP_NAMES, KEY_NAME_MAX } from '#app/contracts/api-keys.ts';
import { Button } from '#app/ui/components/Button.tsx';
import { Field } from '#app/ui/components/Field.tsx';
import { TextInput } from '#app/ui/components/TextInput.tsx';
import { KEYS_PATH, type KeyFormAnswer } from './keys-page.ts';
import { ModelChoice } from './ModelChoice.tsx';

interface KeyFormProps extends KeyFormAnswer {
  keyId: string;
  models: string[];
}

/** Name, caps in dollars, end and models of a key; what is empty is no limit. */
export function KeyForm({ keyId, values, errors, models }: KeyFormProps) {
  const { t } = useTranslation(['keys', 'common']);
  const busy = useNavigation().state !== 'idle';
  return (
    <Form method="post" action={`${KEYS_PATH}/${keyId}`} className="flex flex-col gap-5">
      <Field label={t('name')} error={errors.name}>
        {(control) => (
          <TextInput {...control} name="name" defaultValue={values.name} required maxLength={KEY_NAME_MAX} />
        )}
      </Field>
      <fieldset className="flex flex-col gap-3">
        <legend className="mb-1 font-medium">{t('caps.legend')}</legend>
        <p className="text-sm text-text-muted">{t('caps.help')}</p>
        <div className="grid gap-4 sm:grid-cols-2">
          {CAP_NAMES.map((cap) => (
            <Field key={cap} label={t(`caps.${cap}`)} error={errors[cap]} note={t('common:optional')}>
              {(control) => (
                <TextInput
                  {...control}
                  name={cap}
                  defaultValue={values[cap]}
                  inputMode="decimal"
                  dir="ltr"
                  autoComplete="off"
                  className="font-mono"
                />
              )}
            </Field>
          ))}
        </div>
      </fieldset>
      <Field
        label={t('expiry.label')}
        help={t('expiry.help')}
        error={errors.expiresOn}
        note={t('common:optional')}
      >
        {(control) => (
          <TextInput {...control} type="date" name="expiresOn" defaultValue={values.expiresOn} dir="ltr" />
        )}
      </Field>
      <ModelChoice models={models} chosen={values.models} error={errors.models} />
      <Button variant="primary" name="act" value="save" busy={busy} className="self-start">
        {t('common:save')}
      </Button>
    </Form>
  );
}
