import { Form } from '@remix-run/react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { ConfirmButton } from '#app/ui/components/button/ConfirmButton.tsx';
import { PROVIDER_KEYS_PATH } from '#app/ui/errors/error-pages.ts';

/** Deletes all of the user's own keys, with two presses. */
export function RevokeAllForm() {
  const { t } = useTranslation('settings');
  return (
    <Form method="post" action={PROVIDER_KEYS_PATH}>
      <ConfirmButton name="act" value="revoke-all" confirm={t('providerKeys.revokeAllConfirm')}>
        {t('providerKeys.revokeAll')}
      </ConfirmButton>
    </Form>
  );
}
