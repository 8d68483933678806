import type { SubmissionResult } from '@conform-to/react';
import { Form, useNavigation } from '@remix-run/react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { KEY_NAME_MAX } from '#app/contracts/api-keys.ts';
import { Button } from '#app/ui/components/button/Button.tsx';
import { Card } from '#app/ui/components/Card.tsx';
import { Field } from '#app/ui/components/form/Field.tsx';
import { TextInput } from '#app/ui/components/form/TextInput.tsx';
import { answeredField } from '#app/ui/components/form/answered-field.ts';
import { KEYS_PATH } from './keys-page.ts';

interface NewKeyFormProps {
  createRef: string;
  refused: SubmissionResult | undefined;
}

/** Form that creates a key with a name; its limits are set on its own page. */
export function NewKeyForm({ createRef, refused }: NewKeyFormProps) {
  const { t } = useTranslation('keys');
  const { state, formData } = useNavigation();
  const answered = refused && answeredField(refused, 'name');
  return (
    <Card title={t('new.heading')}>
      <Form method="post" action={KEYS_PATH} className="flex flex-col gap-4">
        <input type="hidden" name="createRef" value={createRef} />
        <Field label={t('name')} help={t('new.help')} error={answered?.error}>
          {(control) => (
            <TextInput
              {...control}
              name="name"
              defaultValue={answered?.typed}
              required
              maxLength={KEY_NAME_MAX}
              autoComplete="off"
            />
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
