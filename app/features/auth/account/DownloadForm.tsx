import { Form } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { Banner } from '#app/ui/components/Banner.tsx';
import { Button } from '#app/ui/components/button/Button.tsx';
import { AuthField } from '#app/features/auth/form/AuthField.tsx';
import { PASSWORD_FORM } from '#app/features/auth/form/form-rules.ts';
import { useAuthForm, type FormAnswer } from '#app/features/auth/form/use-auth-form.ts';
import { ACCOUNT_PATH } from './account-page.ts';

interface DownloadFormProps {
  /** Tells a password manager whose password it is. */
  email: string;
  answer: FormAnswer | undefined;
}

/** A copy of everything that is stored of the person, after the password: it is more than an open browser shows. */
export function DownloadForm({ email, answer }: DownloadFormProps) {
  const { t } = useTranslation('auth');
  const { form, field, error } = useAuthForm('download', PASSWORD_FORM, answer);
  return (
    // The answer is a file: the browser takes it, and the page stays.
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
