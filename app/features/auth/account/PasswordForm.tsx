import { Form } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { Banner } from '#app/ui/components/Banner.tsx';
import { ACCOUNT_PATH } from './account-page.ts';
import { AuthField } from '#app/features/auth/form/AuthField.tsx';
import { FIELD_LIMITS } from '#app/features/auth/form/field-limits.ts';
import { CHANGE_PASSWORD_FORM } from '#app/features/auth/form/form-rules.ts';
import { SubmitButton } from '#app/features/auth/form/SubmitButton.tsx';
import { useAuthForm, type FormAnswer } from '#app/features/auth/form/use-auth-form.ts';

interface PasswordFormProps {
  /** Tells a password manager whose password it is. */
  email: string;
  answer: FormAnswer | undefined;
}

/** Changes the password of who is signed in. */
export function PasswordForm({ email, answer }: PasswordFormProps) {
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
