import { Form } from '@remix-run/react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { AuthField } from '#app/features/auth/form/AuthField.tsx';
import { SubmitButton } from '#app/features/auth/form/SubmitButton.tsx';
import { PROFILE_FORM } from '#app/features/auth/form/form-rules.ts';
import { useAuthForm, type FormAnswer } from '#app/features/auth/form/use-auth-form.ts';
import { Avatar } from '#app/ui/components/Avatar.tsx';
import { Banner } from '#app/ui/components/Banner.tsx';
import { Button } from '#app/ui/components/button/Button.tsx';
import { ACCOUNT_PATH, AVATAR_FIELD, type AccountProfile } from './account-page.ts';

const REMOVAL = 'remove-picture';

/** Form for a profile image, which replaces the initials. */
export function AvatarForm({
  profile: { name, avatar },
  answer,
}: {
  profile: AccountProfile;
  answer: FormAnswer | undefined;
}) {
  const { t } = useTranslation('auth');
  const error = answer?.result.error?.['']?.[0];
  return (
    <div className="mb-6 flex max-w-sm flex-col gap-4 border-b border-line pb-6">
      {error && <Banner tone="bad">{error}</Banner>}
      <p className="flex min-w-0 items-center gap-4 font-medium">
        <Avatar name={name} photo={avatar} isLarge />
        <bdi className="min-w-0 break-words">{name}</bdi>
      </p>
      <Form
        method="post"
        action={ACCOUNT_PATH}
        encType="multipart/form-data"
        className="flex flex-col items-start gap-3"
      >
        <label htmlFor="avatar" className="font-medium">
          {t('account.picture')}
        </label>
        <input
          key={avatar}
          id="avatar"
          type="file"
          name={AVATAR_FIELD}
          accept="image/*"
          required
          className="control max-w-full text-sm file:me-3 file:rounded-control file:border file:border-solid file:border-line-strong file:bg-transparent file:px-3 file:py-2 file:font-medium file:text-text"
        />
        <div className="flex flex-wrap gap-3">
          <SubmitButton isQuiet>{t('account.savePicture')}</SubmitButton>
          {avatar !== null && (
            <Button variant="plain" size="large" form={REMOVAL}>
              {t('account.removePicture')}
            </Button>
          )}
        </div>
      </Form>
      <Form id={REMOVAL} method="post" action={ACCOUNT_PATH} className="hidden">
        <input type="hidden" name="act" value="removePicture" />
      </Form>
    </div>
  );
}

/** Form for the user's name and username. */
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
