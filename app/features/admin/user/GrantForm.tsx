import type { SubmissionResult } from '@conform-to/react';
import { Form, useNavigation } from '@remix-run/react';
import { useState } from 'react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { answeredField } from '#app/ui/components/form/answered-field.ts';
import { Button } from '#app/ui/components/button/Button.tsx';
import { Field } from '#app/ui/components/form/Field.tsx';
import { DollarInput } from '#app/ui/components/form/DollarInput.tsx';
import { TextInput } from '#app/ui/components/form/TextInput.tsx';
import { userPath } from '../operator-paths.ts';
import { REASON_MAX } from './user-data.ts';

interface GrantFormProps {
  userId: string;
  grantId: string;
  refused: SubmissionResult | undefined;
}

/** Form that gives credit, once per form: its id stays the same while the page is reloaded. */
export function GrantForm({ userId, grantId: newGrantId, refused }: GrantFormProps) {
  const [grantId] = useState(newGrantId);
  const { t } = useTranslation('admin');
  const { state, formData } = useNavigation();
  const amount = refused && answeredField(refused, 'amount');
  const reason = refused && answeredField(refused, 'reason');
  return (
    <Form method="post" action={userPath(userId)} className="flex flex-col gap-4">
      <input type="hidden" name="grantId" value={grantId} />
      <Field label={t('grant.amount')} help={t('grant.amountHelp')} error={amount?.error}>
        {(control) => (
          <DollarInput
            {...control}
            name="amount"
            defaultValue={amount?.typed}
            required
            className="max-w-40"
          />
        )}
      </Field>
      <Field label={t('grant.reason')} help={t('grant.reasonHelp')} error={reason?.error}>
        {(control) => (
          <TextInput
            {...control}
            name="reason"
            defaultValue={reason?.typed}
            required
            maxLength={REASON_MAX}
            autoComplete="off"
          />
        )}
      </Field>
      <Button
        variant="primary"
        name="act"
        value="grant"
        busy={state !== 'idle' && formData?.get('act') === 'grant'}
        className="self-start"
      >
        {t('grant.give')}
      </Button>
    </Form>
  );
}
