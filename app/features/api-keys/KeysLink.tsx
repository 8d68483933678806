import { KeyRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { MenuLink } from '#app/ui/components/MenuLink.tsx';
import { KEYS_PATH } from './keys-page.ts';

/** A line of a menu or of the side bar that leads to the keys. */
export function KeysLink() {
  const { t } = useTranslation('keys');
  return (
    <MenuLink to={KEYS_PATH} icon={KeyRound}>
      {t('title')}
    </MenuLink>
  );
}
