import { Form } from '@remix-run/react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { AuthField } from '#app/features/auth/form/AuthField.tsx';
import { SubmitButton } from '#app/features/auth/form/SubmitButton.tsx';
import { CHANGE_PASSWORD_FORM, FIELD_LIMITS } from '#app/features/auth/form/form-rules.ts';
import { useAuthForm, type FormAnswer } from '#app/features/auth/form/use-auth-form.ts';
import { Banner } from '#app/ui/components/Banner.tsx';
import { Card } from '#app/ui/components/Card.tsx';
import { PageColumn } from '#app/ui/layout/PageColumn.tsx';
import { EmailCard } from './EmailCard.tsx';
import { SessionList } from './SessionList.tsx';
import {
  answerOf,
  SIGN_IN_PATH,
  type AccountAnswer,
  type AccountProfile,
  type AccountSession,
} from './account-page.ts';

interface SignInPageProps {
  profile: AccountProfile;
  sessions: AccountSession[];
  answer: AccountAnswer | undefined;
}

interface PasswordFormProps {
  /** Tells a password manager whose password it is. */
  email: string;
  answer: FormAnswer | undefined;
}

/** Sign-in page: the e-mail address, the password, and the sessions. */
export function SignInPage({ profile, sessions, answer }: SignInPageProps) {
  const { t } = useTranslation('auth');
  return (
    <PageColumn>
      <h1 className="text-xl font-semibold">{t('account.signInTitle')}</h1>
      <Card title={t('account.emailHeading')}>
        <EmailCard profile={profile} answer={answerOf('email', answer)} />
      </Card>
      <Card title={t('account.passwordHeading')}>
        <PasswordForm email={profile.email} answer={answerOf('password', answer)} />
      </Card>
      <Card title={t('account.sessionsHeading')}>
        <SessionList sessions={sessions} />
      </Card>
    </PageColumn>
  );
}

/** Form to change the signed-in user's password. */
function PasswordForm({ email, answer }: PasswordFormProps) {
  const { t } = useTranslation('auth');
  const { form, field, error, hasFieldErrors } = useAuthForm('password', CHANGE_PASSWORD_FORM, answer);
  return (
    <Form method="post" action={SIGN_IN_PATH} {...form} className="flex max-w-sm flex-col gap-4">
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
