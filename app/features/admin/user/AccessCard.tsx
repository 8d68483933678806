import type { SubmissionResult } from '@conform-to/react';
import { Form } from '@remix-run/react';
import type { ReactNode } from 'react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { userPath } from '#app/features/admin/operator-paths.ts';
import { Button } from '#app/ui/components/button/Button.tsx';
import { ConfirmButton } from '#app/ui/components/button/ConfirmButton.tsx';
import { Field } from '#app/ui/components/form/Field.tsx';
import { TextInput } from '#app/ui/components/form/TextInput.tsx';
import { answeredField } from '#app/ui/components/form/answered-field.ts';
import { REASON_MAX, type UserFacts } from './user-data.ts';

interface AccessCardProps {
  user: UserFacts;
  isSelf: boolean;
  sessionCount: number;
  /** The ban form with its errors. */
  refused: SubmissionResult | undefined;
}

interface BanFormProps {
  userId: string;
  refused: SubmissionResult | undefined;
}

/** Ban, sessions and role. Administrators are not offered actions that would lock themselves out. */
export function AccessCard({ user, isSelf, sessionCount, refused }: AccessCardProps) {
  const { t } = useTranslation('admin');
  const { id, isAdmin, ban } = user;
  const role = isAdmin ? 'removeAdmin' : 'makeAdmin';
  return (
    <div className="flex flex-col divide-y divide-line">
      {isSelf ? (
        <p className="pb-4 text-text-muted">{t('access.self')}</p>
      ) : (
        <div className="pb-4">
          {ban ? (
            <Line text={t('access.banned')}>
              <Form method="post" action={userPath(id)}>
                <Button name="act" value="unban">
                  {t('access.unban')}
                </Button>
              </Form>
            </Line>
          ) : (
            <BanForm userId={id} refused={refused} />
          )}
        </div>
      )}
      <div className="py-4 last:pb-0">
        <Line text={t('access.sessions', { count: sessionCount })}>
          <Form method="post" action={userPath(id)}>
            <ConfirmButton name="act" value="endSessions" confirm={t('access.endConfirm')}>
              {t('access.end')}
            </ConfirmButton>
          </Form>
        </Line>
      </div>
      {!isSelf && (
        <div className="pt-4">
          <Line text={isAdmin ? t('access.isAdmin') : t('access.isUser')}>
            <Form method="post" action={userPath(id)}>
              <ConfirmButton name="act" value={role} confirm={t(`access.${role}Confirm`)}>
                {t(`access.${role}`)}
              </ConfirmButton>
            </Form>
          </Line>
        </div>
      )}
    </div>
  );
}

function Line({ text, children }: { text: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p className="min-w-0 text-text-muted">{text}</p>
      {children}
    </div>
  );
}

/** Form that bans a user, with a reason, until a day or until the ban is lifted; requires a second press. */
function BanForm({ userId, refused }: BanFormProps) {
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
