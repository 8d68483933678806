import { Form } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { AuthField } from '#app/features/auth/form/AuthField.tsx';
import { SubmitButton } from '#app/features/auth/form/SubmitButton.tsx';
import { FORGOT_FORM } from '#app/features/auth/form/form-rules.ts';
import { useAuthForm, type FormAnswer } from '#app/features/auth/form/use-auth-form.ts';
import { Banner } from '#app/ui/components/Banner.tsx';
import { TextLink } from '#app/ui/components/TextLink.tsx';
import { AuthLayout } from '#app/ui/layout/AuthLayout.tsx';
import type { ResetRequested } from './reset-page.server.ts';

/** Errors disappear after five seconds, as the specification requires; without scripts they stay. */
const ERROR_MS = 5000;

interface ForgotPageProps {
  answer: FormAnswer | { requested: ResetRequested } | undefined;
}

/** Page that requests a link to reset a password. */
export function ForgotPage({ answer }: ForgotPageProps) {
  const { t } = useTranslation('auth');
  const requested = answer && 'requested' in answer ? answer.requested : null;
  return (
    <AuthLayout
      title={t('forgot.title')}
      text={requested ? undefined : t('forgot.lead')}
      footer={<TextLink to="/login">{t('forgot.back')}</TextLink>}
    >
      {requested ? <Requested {...requested} /> : <ForgotForm answer={answer as FormAnswer | undefined} />}
    </AuthLayout>
  );
}

function ForgotForm({ answer }: { answer: FormAnswer | undefined }) {
  const { t } = useTranslation('auth');
  const { form, field, error } = useAuthForm('forgot', FORGOT_FORM, answer);
  const shown = useBriefly(answer, ERROR_MS);
  return (
    <>
      {error && shown && <Banner tone="bad">{error}</Banner>}
      <Form method="post" action="/forgot-password" {...form} className="flex flex-col gap-4">
        <AuthField {...field('email')} label={t('email.label')} autoComplete="username" />
        <SubmitButton>{t('forgot.submit')}</SubmitButton>
      </Form>
    </>
  );
}

function Requested({ way, path }: ResetRequested) {
  const { t } = useTranslation('auth');
  if (path !== null)
    return (
      <Banner tone="success" title={t('forgot.linkTitle')}>
        <TextLink to={path}>{t('forgot.link')}</TextLink>
      </Banner>
    );
  if (way === 'operator')
    return (
      <Banner tone="info" title={t('forgot.operatorTitle')}>
        {t('forgot.operator')}
      </Banner>
    );
  return (
    <Banner tone="success" title={t('forgot.sentTitle')}>
      {t('forgot.sent')}
    </Banner>
  );
}

/** Returns true for some time after `cause` has changed to another object. */
function useBriefly(cause: object | undefined, milliseconds: number): boolean {
  const [over, setOver] = useState<object>();
  useEffect(() => {
    if (!cause) return;
    const timer = setTimeout(() => setOver(cause), milliseconds);
    return () => clearTimeout(timer);
  }, [cause, milliseconds]);
  return cause !== over;
}
