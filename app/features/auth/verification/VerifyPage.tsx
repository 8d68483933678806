import { Form } from '@remix-run/react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { Banner } from '#app/ui/components/Banner.tsx';
import { LinkButton } from '#app/ui/components/button/LinkButton.tsx';
import { AuthLayout } from '#app/ui/layout/AuthLayout.tsx';
import { AFTER_SIGN_IN } from '#app/features/auth/safe-path.ts';
import { SubmitButton } from '#app/features/auth/form/SubmitButton.tsx';

interface VerifyPageProps {
  token: string;
  userId: string;
  /** The link verifies the address of an account, or its new address. */
  purpose: 'verify' | 'change';
  /** Undefined before the button was pressed. */
  confirmed: boolean | undefined;
}

/** Page that confirms an e-mail address with a mailed link. */
export function VerifyPage({ token, userId, purpose, confirmed }: VerifyPageProps) {
  const { t } = useTranslation('auth');
  if (confirmed)
    return (
      <AuthLayout title={t('verify.doneTitle')}>
        <Banner tone="success">{t('verify.done')}</Banner>
        <LinkButton to={AFTER_SIGN_IN} variant="primary" size="large">
          {t('verify.continue')}
        </LinkButton>
      </AuthLayout>
    );
  return (
    <AuthLayout title={t('verify.title')} text={confirmed === undefined ? t('verify.lead') : undefined}>
      {confirmed === false ? (
        <Banner tone="bad">{t('verify.invalid')}</Banner>
      ) : (
        <Form method="post" className="flex flex-col gap-4">
          <input type="hidden" name="token" value={token} />
          <input type="hidden" name="userId" value={userId} />
          <input type="hidden" name="purpose" value={purpose} />
          <SubmitButton>{t('verify.submit')}</SubmitButton>
        </Form>
      )}
    </AuthLayout>
  );
}
