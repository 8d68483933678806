import { Form } from '@remix-run/react';
import { Trans } from 'react-i18next';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { AuthField } from '#app/features/auth/form/AuthField.tsx';
import { SubmitButton } from '#app/features/auth/form/SubmitButton.tsx';
import { FIELD_LIMITS, REGISTER_FORM } from '#app/features/auth/form/form-rules.ts';
import { useAuthForm, type FormAnswer } from '#app/features/auth/form/use-auth-form.ts';
import { Banner } from '#app/ui/components/Banner.tsx';
import { TextLink } from '#app/ui/components/TextLink.tsx';
import { AuthLayout } from '#app/ui/layout/AuthLayout.tsx';

interface RegisterPageProps {
  answer: FormAnswer | undefined;
  redirectTo: string | null;
}

/** Registration page. The button is disabled while any field is wrong. */
export function RegisterPage({ answer, redirectTo }: RegisterPageProps) {
  const { t } = useTranslation(['auth', 'common']);
  const { form, field, error, hasFieldErrors } = useAuthForm('register', REGISTER_FORM, answer, {}, 'onBlur');
  const query = redirectTo ? `?redirectTo=${encodeURIComponent(redirectTo)}` : '';
  const login = (
    <>
      {t('register.haveAccount')} <TextLink to={`/login${query}`}>{t('register.login')}</TextLink>
    </>
  );
  return (
    <AuthLayout frame="bare" title={t('register.heading')} footer={login}>
      {error && <Banner tone="bad">{error}</Banner>}
      <Form method="post" action={`/register${query}`} {...form} className="flex flex-col gap-4">
        {redirectTo && <input type="hidden" name="redirectTo" value={redirectTo} />}
        <AuthField {...field('name')} label={t('name.label')} autoComplete="name" />
        <AuthField
          {...field('username')}
          label={t('username.label')}
          note={t('common:optional')}
          autoComplete="nickname"
        />
        <AuthField {...field('email')} label={t('email.label')} autoComplete="username" />
        <AuthField
          {...field('password')}
          label={t('password.label')}
          help={t('password.help', { min: FIELD_LIMITS.password.min })}
          autoComplete="new-password"
        />
        <AuthField {...field('confirm_password')} label={t('confirm.label')} autoComplete="new-password" />
        <p className="text-sm text-text-muted">
          <Trans
            t={t}
            i18nKey="register.consent"
            components={{ terms: <TextLink to="/terms" />, privacy: <TextLink to="/privacy" /> }}
          />
        </p>
        <SubmitButton disabled={hasFieldErrors} className="uppercase">
          {t('register.submit')}
        </SubmitButton>
      </Form>
    </AuthLayout>
  );
}
