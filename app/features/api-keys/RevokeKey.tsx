import { useTranslation } from '#app/ui/i18n/translation.ts';
import { ConfirmForm } from '#app/ui/components/button/ConfirmForm.tsx';
import { KEYS_PATH } from './keys-page.ts';

/** Confirms in a dialog, then revokes. */
export function RevokeKey({ keyId, name }: { keyId: string; name: string }) {
  const { t } = useTranslation('keys');
  return (
    <ConfirmForm
      action={KEYS_PATH}
      act="revoke"
      button={t('revoke.button')}
      buttonLabel={t('revoke.named', { name })}
      size="small"
      title={t('revoke.title')}
      text={t('revoke.text', { name })}
      confirm={t('revoke.confirm')}
    >
      <input type="hidden" name="keyId" value={keyId} />
    </ConfirmForm>
  );
}
