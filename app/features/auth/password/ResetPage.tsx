import { Form } from '@remix-run/react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { AuthField } from '#app/features/auth/form/AuthField.tsx';
import { SubmitButton } from '#app/features/auth/form/SubmitButton.tsx';
import { FIELD_LIMITS, RESET_FORM } from '#app/features/auth/form/form-rules.ts';
import { useAuthForm, type FormAnswer } from '#app/features/auth/form/use-auth-form.ts';
import { Banner } from '#app/ui/components/Banner.tsx';
import { TextLink } from '#app/ui/components/TextLink.tsx';
import { LinkButton } from '#app/ui/components/button/LinkButton.tsx';
import { AuthLayout } from '#app/ui/layout/AuthLayout.tsx';

interface ResetLink {
  token: string;
  userId: string;
}

interface ResetPageProps extends ResetLink {
  expired: boolean;
  answer: FormAnswer | { done: true } | { expired: true } | undefined;
}

/** Page to choose a new password with a link: the form, then success or a notice that the link is invalid. */
export function ResetPage({ answer, expired, ...link }: ResetPageProps) {
  const { t } = useTranslation('auth');
  if (answer && 'done' in answer)
    return (
      <AuthLayout title={t('reset.doneTitle')}>
        <Banner tone="success">{t('reset.done')}</Banner>
        <LinkButton to="/login" variant="primary" size="large">
          {t('reset.continue')}
        </LinkButton>
      </AuthLayout>
    );
  if (expired || (answer && 'expired' in answer))
    return (
      <AuthLayout title={t('reset.title')}>
        <Banner tone="bad">
          <p>{t('reset.invalid')}</p>
          <TextLink to="/forgot-password">{t('reset.tryAgain')}</TextLink>
        </Banner>
      </AuthLayout>
    );
  return (
    <AuthLayout title={t('reset.title')}>
      <ResetForm {...link} answer={answer} />
    </AuthLayout>
  );
}

function ResetForm({ token, userId, answer }: ResetLink & { answer: FormAnswer | undefined }) {
  const { t } = useTranslation('auth');
  const { form, field, error, hasFieldErrors } = useAuthForm('reset', RESET_FORM, answer);
  const broken = token === '' ? t('reset.noToken') : userId === '' ? t('reset.noUserId') : undefined;
  const notice = error ?? broken;
  return (
    <>
      {notice && <Banner tone="bad">{notice}</Banner>}
      <Form method="post" {...form} className="flex flex-col gap-4">
        <input type="hidden" name="token" value={token} />
        <input type="hidden" name="userId" value={userId} />
        <AuthField
          {...field('password')}
          label={t('password.new')}
          help={t('password.help', { min: FIELD_LIMITS.password.min })}
          autoComplete="new-password"
        />
        <AuthField
          {...field('confirm_password')}
          label={t('confirm.label')}
          autoComplete="new-password"
          onPaste={(event) => event.preventDefault()}
        />
        <SubmitButton disabled={hasFieldErrors || broken !== undefined}>{t('reset.submit')}</SubmitButton>
      </Form>
    </>
  );
}
