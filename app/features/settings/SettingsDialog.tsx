import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '#app/ui/components/Dialog.tsx';
import { GeneralSettings } from './GeneralSettings.tsx';
import { SETTINGS_DIALOG } from './settings-dialog-id.ts';

/**
 * The settings as a dialog over the current page. A SettingsLink opens it; without scripts the link leads to
 * /settings.
 */
export function SettingsDialog({ children }: { children?: ReactNode }) {
  const { t } = useTranslation('settings');
  return (
    <Dialog id={SETTINGS_DIALOG} title={t('title')}>
      <GeneralSettings>{children}</GeneralSettings>
    </Dialog>
  );
}
