import { Form } from '@remix-run/react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { Badge } from '#app/ui/components/Badge.tsx';
import { Banner } from '#app/ui/components/Banner.tsx';
import { Button } from '#app/ui/components/button/Button.tsx';
import { AuthField } from '#app/features/auth/form/AuthField.tsx';
import { CHANGE_EMAIL_FORM } from '#app/features/auth/form/form-rules.ts';
import { SubmitButton } from '#app/features/auth/form/SubmitButton.tsx';
import { useAuthForm, type FormAnswer } from '#app/features/auth/form/use-auth-form.ts';
import { SIGN_IN_PATH, type AccountProfile } from './account-page.ts';

/** The current address, the address that waits for confirmation, and the form to change it. */
export function EmailCard({
  profile: { email, emailVerified, canVerify, pendingEmail },
  answer,
}: {
  profile: AccountProfile;
  answer: FormAnswer | undefined;
}) {
  const { t } = useTranslation('auth');
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="flex min-w-0 flex-wrap items-center gap-2">
          <bdi className="min-w-0 break-words">{email}</bdi>
          {emailVerified && <Badge tone="good">{t('account.verified')}</Badge>}
          {canVerify && <Badge tone="warn">{t('account.unverified')}</Badge>}
        </p>
        {canVerify && (
          <Form method="post" action={SIGN_IN_PATH}>
            <Button name="act" value="verify">
              {t('account.sendAgain')}
            </Button>
          </Form>
        )}
      </div>
      {pendingEmail !== null && <PendingEmail email={pendingEmail} />}
      {/* Empty again once the typed address is pending or confirmed. */}
      <EmailForm key={pendingEmail ?? email} answer={answer} />
    </div>
  );
}

function PendingEmail({ email }: { email: string }) {
  const { t } = useTranslation('auth');
  return (
    <Banner>
      <p className="break-words">{t('account.pending', { email })}</p>
      <Form method="post" action={SIGN_IN_PATH} className="mt-3 flex flex-wrap gap-2">
        <Button name="act" value="resendEmail" size="small">
          {t('account.pendingSend')}
        </Button>
        <Button name="act" value="cancelEmail" size="small">
          {t('account.pendingCancel')}
        </Button>
      </Form>
    </Banner>
  );
}

function EmailForm({ answer }: { answer: FormAnswer | undefined }) {
  const { t } = useTranslation('auth');
  const { form, field, error, hasFieldErrors } = useAuthForm('email', CHANGE_EMAIL_FORM, answer);
  return (
    <Form method="post" action={SIGN_IN_PATH} {...form} className="flex max-w-sm flex-col gap-4">
      {error && <Banner tone="bad">{error}</Banner>}
      <input type="hidden" name="act" value="email" />
      <AuthField {...field('email')} label={t('email.new')} autoComplete="email" />
      <AuthField
        {...field('current_password')}
        label={t('password.current')}
        autoComplete="current-password"
      />
      <SubmitButton isQuiet disabled={hasFieldErrors} className="self-start">
        {t('account.changeEmail')}
      </SubmitButton>
    </Form>
  );
}
