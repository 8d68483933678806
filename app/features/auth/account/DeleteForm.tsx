import { Form } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { Banner } from '#app/ui/components/Banner.tsx';
import { ConfirmButton } from '#app/ui/components/button/ConfirmButton.tsx';
import { AuthField } from '#app/features/auth/form/AuthField.tsx';
import { PASSWORD_FORM } from '#app/features/auth/form/form-rules.ts';
import { useAuthForm, type FormAnswer } from '#app/features/auth/form/use-auth-form.ts';
import { ACCOUNT_PATH } from './account-page.ts';

interface DeleteFormProps {
  /** Tells a password manager whose password it is. */
  email: string;
  answer: FormAnswer | undefined;
}

/** Deletes the account, after the password and a second press. */
export function DeleteForm({ email, answer }: DeleteFormProps) {
  const { t } = useTranslation('auth');
  const { form, field, error } = useAuthForm('delete', PASSWORD_FORM, answer);
  return (
    // A whole new page follows: nothing that the browser holds of the account outlives it.
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
