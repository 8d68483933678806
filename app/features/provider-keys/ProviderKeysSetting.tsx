import { useTranslation } from '#app/ui/i18n/translation.ts';
import { LinkButton } from '#app/ui/components/button/LinkButton.tsx';
import { PROVIDER_KEYS_PATH } from '#app/ui/errors/error-pages.ts';
import { RevokeAllForm } from './RevokeAllForm.tsx';

/** Settings line for the user's own keys: a link to them, and a button with two presses that revokes all. */
export function ProviderKeysSetting() {
  const { t } = useTranslation('settings');
  return (
    <div className="flex flex-col gap-2 py-4 first-of-type:pt-0 last-of-type:pb-0 sm:flex-row sm:items-center sm:justify-between sm:gap-6">
      <div>
        <p className="font-medium">{t('providerKeys.title')}</p>
        <p className="text-sm text-text-muted">{t('providerKeys.help')}</p>
      </div>
      <div className="flex shrink-0 flex-wrap gap-2">
        <LinkButton to={PROVIDER_KEYS_PATH}>{t('providerKeys.manage')}</LinkButton>
        <RevokeAllForm />
      </div>
    </div>
  );
}
