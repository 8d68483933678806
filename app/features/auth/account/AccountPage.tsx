import { Form } from '@remix-run/react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { AuthField } from '#app/features/auth/form/AuthField.tsx';
import { PASSWORD_FORM } from '#app/features/auth/form/form-rules.ts';
import { useAuthForm, type FormAnswer } from '#app/features/auth/form/use-auth-form.ts';
import { Banner } from '#app/ui/components/Banner.tsx';
import { Card } from '#app/ui/components/Card.tsx';
import { ConfirmButton } from '#app/ui/components/button/ConfirmButton.tsx';
import { PageColumn } from '#app/ui/layout/PageColumn.tsx';
import { AvatarForm, ProfileForm } from './ProfileForms.tsx';
import { ACCOUNT_PATH, answerOf, type AccountAnswer, type AccountProfile } from './account-page.ts';

interface AccountPageProps {
  profile: AccountProfile;
  answer: AccountAnswer | undefined;
}

interface DeleteFormProps {
  /** Tells a password manager whose password it is. */
  email: string;
  answer: FormAnswer | undefined;
}

/** Account page: the profile, and the deletion of the account. */
export function AccountPage({ profile, answer }: AccountPageProps) {
  const { t } = useTranslation('auth');
  return (
    <PageColumn>
      <h1 className="text-xl font-semibold">{t('account.title')}</h1>
      <Card title={t('account.profileHeading')}>
        <AvatarForm profile={profile} answer={answerOf('picture', answer)} />
        <ProfileForm profile={profile} answer={answerOf('profile', answer)} />
      </Card>
      <Card title={t('account.deleteHeading')}>
        <DeleteForm email={profile.email} answer={answerOf('delete', answer)} />
      </Card>
    </PageColumn>
  );
}

/** Form to delete the account, with the password and a second press. */
function DeleteForm({ email, answer }: DeleteFormProps) {
  const { t } = useTranslation('auth');
  const { form, field, error } = useAuthForm('delete', PASSWORD_FORM, answer);
  return (
    // Loads a whole new page, so that nothing that the browser holds of the account stays.
    <Form method="post" action={ACCOUNT_PATH} {...form} reloadDocument className="flex flex-col gap-4">
      <ul className="list-disc space-y-1 ps-5 text-text-muted">
        <li>{t('account.deleteGone')}</li>
        <li>{t('account.deleteKept')}</li>
        <li>{t('account.deleteCredit')}</li>
        <li>{t('account.deleteForGood')}</li>
      </ul>
      {error && <Banner tone="bad">{error}</Banner>}
      <input type="hidden" name="act" value="delete" />
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <div className="flex max-w-sm flex-col gap-4">
        <AuthField
          {...field('current_password')}
          label={t('password.current')}
          autoComplete="current-password"
        />
        <span className="self-start">
          <ConfirmButton size="large" confirm={t('account.deleteConfirm')}>
            {t('account.delete')}
          </ConfirmButton>
        </span>
      </div>
    </Form>
  );
}
