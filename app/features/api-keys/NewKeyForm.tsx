import { Form, useNavigation } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { KEY_NAME_MAX } from '#app/contracts/api-keys.ts';
import { Button } from '#app/ui/components/Button.tsx';
import { Card } from '#app/ui/components/Card.tsx';
import { Field } from '#app/ui/components/Field.tsx';
import { TextInput } from '#app/ui/components/TextInput.tsx';
import { KEYS_PATH } from './keys-page.ts';

/** Makes a key of a name; its limits are set on its own page. */
export function NewKeyForm({ createRef, error }: { createRef: string; error: string | undefined }) {
  const { t } = useTranslation('keys');
  const { state, formData } = useNavigation();
  return (
    <Card title={t('new.heading')}>
      <Form method="post" action={KEYS_PATH} className="flex flex-col gap-4">
        <input type="hidden" name="createRef" value={createRef} />
        <Field label={t('name')} help={t('new.help')} error={error}>
          {(control) => (
            <TextInput {...control} name="name" required maxLength={KEY_NAME_MAX} autoComplete="off" />
          )}
        </Field>
        <Button
          variant="primary"
          name="act"
          value="create"
          busy={state !== 'idle' && formData?.get('act') === 'create'}
          className="self-start"
        >
          {t('new.create')}
        </Button>
      </Form>
    </Card>
  );
}
