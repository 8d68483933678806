import { useTranslation } from 'react-i18next';
import { Button } from '#app/ui/components/button/Button.tsx';
import { Card } from '#app/ui/components/Card.tsx';
import { PageColumn } from '#app/ui/layout/PageColumn.tsx';
import type { AccountAnswer, AccountForm, AccountProfile, AccountSession } from './account-page.ts';
import { AvatarForm } from './avatar/AvatarForm.tsx';
import { DeleteForm } from './DeleteForm.tsx';
import { DownloadForm } from './DownloadForm.tsx';
import { EmailCard } from './EmailCard.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { ProfileForm } from './ProfileForm.tsx';
import { SessionList } from './SessionList.tsx';

interface AccountPageProps {
  profile: AccountProfile;
  sessions: AccountSession[];
  answer: AccountAnswer | undefined;
}

/** The account: who it is, its address and password, and where it is signed in. */
export function AccountPage({ profile, sessions, answer }: AccountPageProps) {
  const { t } = useTranslation('auth');
  const answerTo = (form: AccountForm) => (answer?.form === form ? answer : undefined);
  return (
    <PageColumn>
      <div className="flex items-center justify-between gap-4">
        <h1 className="text-xl font-semibold">{t('account.title')}</h1>
        <form method="post" action="/logout">
          <Button variant="plain">{t('account.signOut')}</Button>
        </form>
      </div>
      <Card title={t('account.profileHeading')}>
        <AvatarForm profile={profile} answer={answerTo('picture')} />
        <ProfileForm profile={profile} answer={answerTo('profile')} />
      </Card>
      <Card title={t('account.emailHeading')}>
        <EmailCard profile={profile} answer={answerTo('email')} />
      </Card>
      <Card title={t('account.passwordHeading')}>
        <PasswordForm email={profile.email} answer={answerTo('password')} />
      </Card>
      <Card title={t('account.sessionsHeading')}>
        <SessionList sessions={sessions} />
      </Card>
      <Card title={t('account.downloadHeading')}>
        <DownloadForm email={profile.email} answer={answerTo('download')} />
      </Card>
      <Card title={t('account.deleteHeading')}>
        <DeleteForm email={profile.email} answer={answerTo('delete')} />
      </Card>
    </PageColumn>
  );
}
