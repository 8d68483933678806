import { Settings } from '#app/ui/icons/lucide.ts';
import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { MenuLink } from '#app/ui/components/menu/MenuLink.tsx';
import { openDialog } from '#app/ui/components/open-dialog.ts';
import { SETTINGS_DIALOG } from './settings-dialog-id.ts';

/** Link in a menu or in the side bar: opens the settings dialog if the page has it. */
export function SettingsLink() {
  const { t } = useTranslation('settings');
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || !document.getElementById(SETTINGS_DIALOG)) return;
    event.preventDefault();
    openDialog(SETTINGS_DIALOG);
  };
  return (
    <MenuLink to="/settings" icon={Settings} onClick={open}>
      {t('title')}
    </MenuLink>
  );
}
