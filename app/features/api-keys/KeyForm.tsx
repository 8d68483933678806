import type { SubmissionResult } from '@conform-to/react';
import { Form, useNavigation } from '@remix-run/react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { CAP_NAMES, KEY_NAME_MAX } from '#app/contracts/api-keys.ts';
import { Button } from '#app/ui/components/button/Button.tsx';
import { Field } from '#app/ui/components/form/Field.tsx';
import { DollarInput } from '#app/ui/components/form/DollarInput.tsx';
import { TextInput } from '#app/ui/components/form/TextInput.tsx';
import { answeredField, answeredList } from '#app/ui/components/form/answered-field.ts';
import { KEYS_PATH, type KeyValues } from './keys-page.ts';
import { ModelChoice } from './ModelChoice.tsx';

interface KeyFormProps {
  keyId: string;
  /** Values of the key. */
  values: KeyValues;
  /** The form with its errors; its values replace those of the key. */
  refused: SubmissionResult | undefined;
  models: string[];
}

/** Form for a key's name, caps in dollars, last day and models; an empty field means no limit. */
export function KeyForm({ keyId, values, refused, models }: KeyFormProps) {
  const { t } = useTranslation(['keys', 'common']);
  const field = (name: Exclude<keyof KeyValues, 'models'>) =>
    refused ? answeredField(refused, name) : { typed: values[name], error: undefined };
  const busy = useNavigation().state !== 'idle';
  return (
    <Form method="post" action={`${KEYS_PATH}/${keyId}`} className="flex flex-col gap-5">
      <Field label={t('name')} error={field('name').error}>
        {(control) => (
          <TextInput
            {...control}
            name="name"
            defaultValue={field('name').typed}
            required
            maxLength={KEY_NAME_MAX}
          />
        )}
      </Field>
      <fieldset className="flex flex-col gap-3">
        <legend className="mb-1 font-medium">{t('caps.legend')}</legend>
        <p className="text-sm text-text-muted">{t('caps.help')}</p>
        <div className="grid gap-4 sm:grid-cols-2">
          {CAP_NAMES.map((cap) => (
            <Field key={cap} label={t(`caps.${cap}`)} error={field(cap).error} note={t('common:optional')}>
              {(control) => <DollarInput {...control} name={cap} defaultValue={field(cap).typed} />}
            </Field>
          ))}
        </div>
      </fieldset>
      <Field
        label={t('expiry.label')}
        help={t('expiry.help')}
        error={field('expiresOn').error}
        note={t('common:optional')}
      >
        {(control) => (
          <TextInput
            {...control}
            type="date"
            name="expiresOn"
            defaultValue={field('expiresOn').typed}
            dir="ltr"
          />
        )}
      </Field>
      <ModelChoice
        models={models}
        chosen={refused ? chosenOf(refused) : values.models}
        error={refused?.error?.models?.[0]}
      />
      <Button variant="primary" name="act" value="save" busy={busy} className="self-start">
        {t('common:save')}
      </Button>
    </Form>
  );
}

function chosenOf(refused: SubmissionResult): string[] | null {
  return answeredField(refused, 'scope').typed === 'some' ? answeredList(refused, 'models') : null;
}
