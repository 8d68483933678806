import { Form } from '@remix-run/react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { Banner } from '#app/ui/components/Banner.tsx';
import { TextLink } from '#app/ui/components/TextLink.tsx';
import { AuthLayout } from '#app/ui/layout/AuthLayout.tsx';
import { AuthField } from '#app/features/auth/form/AuthField.tsx';
import { LOGIN_FORM } from '#app/features/auth/form/form-rules.ts';
import { SubmitButton } from '#app/features/auth/form/SubmitButton.tsx';
import { useAuthForm, type FormAnswer } from '#app/features/auth/form/use-auth-form.ts';

interface LoginPageProps {
  answer: FormAnswer | undefined;
  redirectTo: string | null;
  registrationEnabled: boolean;
  banned: boolean;
  /** The user has just deleted their account. */
  deleted: boolean;
}

/** Sign-in page: e-mail address and password. */
export function LoginPage({ answer, redirectTo, registrationEnabled, banned, deleted }: LoginPageProps) {
  const { t } = useTranslation('auth');
  const { form, field, error } = useAuthForm('login', LOGIN_FORM, answer);
  const query = redirectTo ? `?redirectTo=${encodeURIComponent(redirectTo)}` : '';
  const notice = error ?? (banned ? t('login.error.banned') : undefined);
  const signUp = (
    <>
      {t('login.noAccount')} <TextLink to={`/register${query}`}>{t('login.signUp')}</TextLink>
    </>
  );
  return (
    <AuthLayout frame="bare" title={t('login.heading')} footer={registrationEnabled && signUp}>
      {notice && <Banner tone="bad">{notice}</Banner>}
      {deleted && !notice && <Banner tone="success">{t('login.deleted')}</Banner>}
      <Form method="post" action={`/login${query}`} {...form} className="flex flex-col gap-4">
        {redirectTo && <input type="hidden" name="redirectTo" value={redirectTo} />}
        <AuthField {...field('email')} label={t('email.label')} autoComplete="username" />
        <AuthField
          {...field('password')}
          label={t('password.label')}
          autoComplete="current-password"
          note={<TextLink to="/forgot-password">{t('login.forgot')}</TextLink>}
        />
        <SubmitButton>{t('login.submit')}</SubmitButton>
      </Form>
    </AuthLayout>
  );
}
