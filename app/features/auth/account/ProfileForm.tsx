import { Form } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { Banner } from '#app/ui/components/Banner.tsx';
import { AuthField } from '#app/features/auth/form/AuthField.tsx';
import { PROFILE_FORM } from '#app/features/auth/form/form-rules.ts';
import { SubmitButton } from '#app/features/auth/form/SubmitButton.tsx';
import { useAuthForm, type FormAnswer } from '#app/features/auth/form/use-auth-form.ts';
import { ACCOUNT_PATH, type AccountProfile } from './account-page.ts';

/** What the person is called. */
export function ProfileForm({
  profile: { name, username },
  answer,
}: {
  profile: AccountProfile;
  answer: FormAnswer | undefined;
}) {
  const { t } = useTranslation(['auth', 'common']);
  const stored = { name, username: username ?? '' };
  const { form, field, error, hasFieldErrors } = useAuthForm('profile', PROFILE_FORM, answer, stored);
  return (
    <Form method="post" action={ACCOUNT_PATH} {...form} className="flex max-w-sm flex-col gap-4">
      {error && <Banner tone="bad">{error}</Banner>}
      <input type="hidden" name="act" value="profile" />
      <AuthField {...field('name')} label={t('name.label')} autoComplete="name" />
      <AuthField
        {...field('username')}
        label={t('username.label')}
        note={t('common:optional')}
        autoComplete="nickname"
      />
      <SubmitButton disabled={hasFieldErrors} className="self-start">
        {t('account.saveProfile')}
      </SubmitButton>
    </Form>
  );
}
