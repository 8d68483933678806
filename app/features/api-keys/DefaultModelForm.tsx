import type { SubmissionResult } from '@conform-to/react';
import { Form, useNavigation } from '@remix-run/react';
import { useId } from 'react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { Button } from '#app/ui/components/button/Button.tsx';
import { Card } from '#app/ui/components/Card.tsx';
import { Field } from '#app/ui/components/form/Field.tsx';
import { TextInput } from '#app/ui/components/form/TextInput.tsx';
import { answeredField } from '#app/ui/components/form/answered-field.ts';
import { KEYS_PATH } from './keys-page.ts';

interface DefaultModelFormProps {
  /** The stored model; null for none. */
  current: string | null;
  /** Suggested ids; any other id can be typed. */
  models: string[];
  refused: SubmissionResult | undefined;
}

/** Form for the model that answers calls without a model. */
export function DefaultModelForm({ current, models, refused }: DefaultModelFormProps) {
  const { t } = useTranslation(['keys', 'common']);
  const { state, formData } = useNavigation();
  const listId = useId();
  const answered = refused && answeredField(refused, 'defaultModel');
  return (
    <Card title={t('defaultModel.heading')}>
      <Form method="post" action={KEYS_PATH} className="flex flex-col gap-4">
        <Field
          label={t('defaultModel.label')}
          help={t('defaultModel.help')}
          error={answered?.error}
          note={t('common:optional')}
        >
          {(control) => (
            <TextInput
              {...control}
              name="defaultModel"
              defaultValue={answered?.typed ?? current ?? ''}
              list={listId}
              maxLength={160}
              dir="ltr"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              className="font-mono"
            />
          )}
        </Field>
        <datalist id={listId}>
          {models.map((id) => (
            <option key={id} value={id}>
              {id}
            </option>
          ))}
        </datalist>
        <Button
          name="act"
          value="default-model"
          busy={state !== 'idle' && formData?.get('act') === 'default-model'}
          className="self-start"
        >
          {t('common:save')}
        </Button>
      </Form>
    </Card>
  );
}
