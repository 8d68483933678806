import { Form } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { AuthField } from '#app/features/auth/form/AuthField.tsx';
import { SubmitButton } from '#app/features/auth/form/SubmitButton.tsx';
import { CHANGE_PASSWORD_FORM, FIELD_LIMITS, PASSWORD_FORM } from '#app/features/auth/form/form-rules.ts';
import { useAuthForm, type FormAnswer } from '#app/features/auth/form/use-auth-form.ts';
import { Banner } from '#app/ui/components/Banner.tsx';
import { Card } from '#app/ui/components/Card.tsx';
import { Button } from '#app/ui/components/button/Button.tsx';
import { ConfirmButton } from '#app/ui/components/button/ConfirmButton.tsx';
import { PageColumn } from '#app/ui/layout/PageColumn.tsx';
import { EmailCard } from './EmailCard.tsx';
import { AvatarForm, ProfileForm } from './ProfileForms.tsx';
import { SessionList } from './SessionList.tsx';
import {
  ACCOUNT_PATH,
  type AccountAnswer,
  type AccountForm,
  type AccountProfile,
  type AccountSession,
} from './account-page.ts';

interface AccountPageProps {
  profile: AccountProfile;
  sessions: AccountSession[];
  answer: AccountAnswer | undefined;
}

interface PasswordFormProps {
  /** Tells a password manager whose password it is. */
  email: string;
  answer: FormAnswer | undefined;
}

interface DownloadFormProps {
  /** Tells a password manager whose password it is. */
  email: string;
  answer: FormAnswer | undefined;
}

interface DeleteFormProps {
  /** Tells a password manager whose password it is. */
  email: string;
  answer: FormAnswer | undefined;
}

/** Account page: profile, e-mail address, password, sessions, data download and deletion. */
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

/** Form to change the signed-in user's password. */
function PasswordForm({ email, answer }: PasswordFormProps) {
  const { t } = useTranslation('auth');
  const { form, field, error, hasFieldErrors } = useAuthForm('password', CHANGE_PASSWORD_FORM, answer);
  return (
    <Form method="post" action={ACCOUNT_PATH} {...form} className="flex max-w-sm flex-col gap-4">
      {error && <Banner tone="bad">{error}</Banner>}
      <input type="hidden" name="act" value="password" />
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <AuthField
        {...field('current_password')}
        label={t('password.current')}
        autoComplete="current-password"
      />
      <AuthField
        {...field('password')}
        label={t('password.new')}
        help={t('password.help', { min: FIELD_LIMITS.password.min })}
        autoComplete="new-password"
      />
      <AuthField {...field('confirm_password')} label={t('confirm.label')} autoComplete="new-password" />
      <SubmitButton isQuiet disabled={hasFieldErrors} className="self-start">
        {t('account.changePassword')}
      </SubmitButton>
    </Form>
  );
}

/**
 * Form to download a copy of everything that is stored about the user. It requires the password, because the
 * copy holds more than an open browser shows.
 */
function DownloadForm({ email, answer }: DownloadFormProps) {
  const { t } = useTranslation('auth');
  const { form, field, error } = useAuthForm('download', PASSWORD_FORM, answer);
  return (
    // The answer is a file: the browser downloads it, and the page stays.
    <Form method="post" action={ACCOUNT_PATH} {...form} reloadDocument className="flex flex-col gap-4">
      <p className="max-w-reading text-text-muted">{t('account.downloadLead')}</p>
      {error && <Banner tone="bad">{error}</Banner>}
      <input type="hidden" name="act" value="download" />
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <div className="flex max-w-sm flex-col gap-4">
        <AuthField
          {...field('current_password')}
          label={t('password.current')}
          autoComplete="current-password"
        />
        <Button size="large" className="self-start">
          {t('account.download')}
        </Button>
      </div>
    </Form>
  );
}

/** Form to delete the account, with the password and a second press. */
function DeleteForm({ email, answer }: DeleteFormProps) {
  const { t } = useTranslation('auth');
  const { form, field, error } = useAuthForm('delete', PASSWORD_FORM, answer);
  return (
    // Loads a whole new page, so that nothing that the browser holds of the account stays.
    <Form method="post" action={ACCOUNT_PATH} {...form} reloadDocument className="flex flex-col gap-4">
      <ul className="list-disc space-y-1 ps-5 text-text-muted">
        <li>{t('account.deleteGone')}</li>
        <li>{t('account.deleteKept')}</li>
        <li>{t('account.deleteCredit')}</li>
        <li>{t('account.deleteForGood')}</li>
      </ul>
      {error && <Banner tone="bad">{error}</Banner>}
      <input type="hidden" name="act" value="delete" />
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <div className="flex max-w-sm flex-col gap-4">
        <AuthField
          {...field('current_password')}
          label={t('password.current')}
          autoComplete="current-password"
        />
        <span className="self-start">
          <ConfirmButton size="large" confirm={t('account.deleteConfirm')}>
            {t('account.delete')}
          </ConfirmButton>
        </span>
      </div>
    </Form>
  );
}
