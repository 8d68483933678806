import type { SubmissionResult } from '@conform-to/react';
import { Form } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { answeredField } from '#app/ui/components/form/answered-field.ts';
import { ConfirmButton } from '#app/ui/components/button/ConfirmButton.tsx';
import { Field } from '#app/ui/components/form/Field.tsx';
import { TextInput } from '#app/ui/components/form/TextInput.tsx';
import { userPath } from '../operator-paths.ts';
import { REASON_MAX } from './user-data.ts';

interface BanFormProps {
  userId: string;
  refused: SubmissionResult | undefined;
}

/** Locks a user out, for a reason, until a day or until it is lifted; after a second press. */
export function BanForm({ userId, refused }: BanFormProps) {
  const { t } = useTranslation(['admin', 'common']);
  const reason = refused && answeredField(refused, 'reason');
  const until = refused && answeredField(refused, 'until');
  return (
    <Form method="post" action={userPath(userId)} className="flex flex-col gap-4">
      <Field label={t('ban.reason')} help={t('ban.reasonHelp')} error={reason?.error}>
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
      <Field
        label={t('ban.until')}
        help={t('ban.untilHelp')}
        note={t('common:optional')}
        error={until?.error}
      >
        {(control) => (
          <TextInput
            {...control}
            type="date"
            name="until"
            defaultValue={until?.typed}
            dir="ltr"
            className="max-w-48"
          />
        )}
      </Field>
      <span className="self-start">
        <ConfirmButton name="act" value="ban" confirm={t('ban.confirm')}>
          {t('ban.ban')}
        </ConfirmButton>
      </span>
    </Form>
  );
}
