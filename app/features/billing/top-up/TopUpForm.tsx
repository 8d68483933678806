import { Form, useNavigation } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { TOP_UP_PATH } from '#app/contracts/payments/top-up.ts';
import { Button } from '#app/ui/components/button/Button.tsx';
import { Field } from '#app/ui/components/form/Field.tsx';
import { DollarInput } from '#app/ui/components/form/DollarInput.tsx';
import { answeredField } from '#app/ui/components/form/answered-field.ts';
import { TOP_UP_FIELDS, type TopUpAnswer, type TopUpData, type TopUpField } from './top-up-data.ts';

/** When, how much and how much a month, in dollars; on with them, or off. */
export function TopUpForm({
  topUp: { isOn, values },
  answer,
}: {
  topUp: TopUpData;
  answer: TopUpAnswer | undefined;
}) {
  const { t } = useTranslation(['topup', 'common']);
  const { formAction, formData } = useNavigation();
  const fieldOf = (name: TopUpField) =>
    answer ? answeredField(answer.refused, name) : { typed: values[name], error: undefined };
  const isSent = (act: string) => formAction === TOP_UP_PATH && formData?.get('act') === act;
  return (
    // Another form once what it shows was saved: fields keep what was typed in them.
    <Form
      key={JSON.stringify(values)}
      method="post"
      action={TOP_UP_PATH}
      className="flex flex-col gap-4"
      noValidate
    >
      <div className="grid gap-4 sm:grid-cols-3">
        {TOP_UP_FIELDS.map((name) => {
          const { typed, error } = fieldOf(name);
          return (
            <Field key={name} label={t(`field.${name}`)} help={t(`help.${name}`)} error={error}>
              {(control) => <DollarInput {...control} name={name} defaultValue={typed} />}
            </Field>
          );
        })}
      </div>
      <p className="text-sm text-text-muted">{t('rules')}</p>
      <div className="flex flex-wrap gap-3">
        <Button name="act" value="save" variant="primary" busy={isSent('save')}>
          {isOn ? t('common:save') : t('turnOn')}
        </Button>
        {isOn && (
          <Button name="act" value="off" busy={isSent('off')}>
            {t('turnOff')}
          </Button>
        )}
      </div>
    </Form>
  );
}
