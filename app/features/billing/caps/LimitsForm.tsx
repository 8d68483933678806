import { Form, useNavigation } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { LIMITS_PATH } from '#app/contracts/spending-limits.ts';
import { Button } from '#app/ui/components/button/Button.tsx';
import { Field } from '#app/ui/components/form/Field.tsx';
import { DollarInput } from '#app/ui/components/form/DollarInput.tsx';
import { answeredField } from '#app/ui/components/form/answered-field.ts';
import { LIMIT_FIELDS, type LimitField, type LimitsAnswer, type LimitsData } from './limits.ts';

interface LimitsFormProps extends Pick<LimitsData, 'values' | 'mail'> {
  answer?: LimitsAnswer | undefined;
}

/** Caps and the balance of the mail, in dollars; what is empty is no limit. */
export function LimitsForm({ values, mail, answer }: LimitsFormProps) {
  const { t } = useTranslation(['limits', 'common']);
  const { formAction, state } = useNavigation();
  const fieldOf = (name: LimitField) =>
    answer ? answeredField(answer.refused, name) : { typed: values[name], error: undefined };
  return (
    // Another form once what it shows was saved: fields keep what was typed in them.
    <Form
      key={JSON.stringify(values)}
      method="post"
      action={LIMITS_PATH}
      className="flex flex-col gap-4"
      noValidate
    >
      <div className="grid gap-4 sm:grid-cols-3">
        {LIMIT_FIELDS.map((name) => {
          const { typed, error } = fieldOf(name);
          return (
            <Field
              key={name}
              label={t(name)}
              help={name === 'below' ? t(`belowHelp.${mail}`) : undefined}
              error={error}
            >
              {(control) => <DollarInput {...control} name={name} defaultValue={typed} />}
            </Field>
          );
        })}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="text-sm text-text-muted">{t('rules')}</p>
        <Button busy={state !== 'idle' && formAction === LIMITS_PATH}>{t('common:save')}</Button>
      </div>
    </Form>
  );
}
