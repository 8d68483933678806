import { Form } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { Badge } from '#app/ui/components/Badge.tsx';
import { Button } from '#app/ui/components/button/Button.tsx';
import { Card } from '#app/ui/components/Card.tsx';
import { PageColumn } from '#app/ui/layout/PageColumn.tsx';
import { ACCOUNT_PATH, type AccountSession } from './account-page.ts';
import { PasswordForm } from './PasswordForm.tsx';
import { SessionList } from './SessionList.tsx';
import type { FormAnswer } from '#app/features/auth/form/use-auth-form.ts';

interface AccountPageProps {
  email: string;
  emailVerified: boolean;
  /** True when a link can be mailed and the address is not confirmed yet. */
  canVerify: boolean;
  sessions: AccountSession[];
  answer: FormAnswer | undefined;
}

/** The account: address, password, and where it is signed in. */
export function AccountPage({ email, emailVerified, canVerify, sessions, answer }: AccountPageProps) {
  const { t } = useTranslation('auth');
  return (
    <PageColumn>
      <div className="flex items-center justify-between gap-4">
        <h1 className="text-xl font-semibold">{t('account.title')}</h1>
        <form method="post" action="/logout">
          <Button variant="plain">{t('account.signOut')}</Button>
        </form>
      </div>
      <Card title={t('account.emailHeading')}>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="flex flex-wrap items-center gap-2">
            <bdi>{email}</bdi>
            {emailVerified && <Badge tone="good">{t('account.verified')}</Badge>}
            {canVerify && <Badge tone="warn">{t('account.unverified')}</Badge>}
          </p>
          {canVerify && (
            <Form method="post" action={ACCOUNT_PATH}>
              <Button name="act" value="verify">
                {t('account.sendAgain')}
              </Button>
            </Form>
          )}
        </div>
      </Card>
      <Card title={t('account.passwordHeading')}>
        <PasswordForm email={email} answer={answer} />
      </Card>
      <Card title={t('account.sessionsHeading')}>
        <SessionList sessions={sessions} />
      </Card>
    </PageColumn>
  );
}
