import { Form } from '@remix-run/react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { AuthField } from '#app/features/auth/form/AuthField.tsx';
import { PASSWORD_FORM } from '#app/features/auth/form/form-rules.ts';
import { useAuthForm } from '#app/features/auth/form/use-auth-form.ts';
import { Banner } from '#app/ui/components/Banner.tsx';
import { Card } from '#app/ui/components/Card.tsx';
import { Button } from '#app/ui/components/button/Button.tsx';
import { answerOf, DATA_PAGE_PATH, type AccountAnswer } from '../account-page.ts';

interface DownloadCardProps {
  /** Tells a password manager whose password it is. */
  email: string;
  answer: AccountAnswer | undefined;
}

/**
 * Form to download a copy of everything that is stored about the user. It requires the password, because the
 * copy holds more than an open browser shows.
 */
export function DownloadCard({ email, answer }: DownloadCardProps) {
  const { t } = useTranslation('auth');
  const { form, field, error } = useAuthForm('download', PASSWORD_FORM, answerOf('download', answer));
  return (
    <Card title={t('account.downloadHeading')}>
      {/* The answer is a file: the browser downloads it, and the page stays. */}
      <Form method="post" action={DATA_PAGE_PATH} {...form} reloadDocument className="flex flex-col gap-4">
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
    </Card>
  );
}
