import { Wallet } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { MenuLink } from '#app/ui/components/MenuLink.tsx';
import { BALANCE_PATH } from './balance-page.ts';

/** A line of a menu or of the side bar that leads to the balance. */
export function BalanceLink() {
  const { t } = useTranslation('billing');
  return (
    <MenuLink to={BALANCE_PATH} icon={Wallet}>
      {t('title')}
    </MenuLink>
  );
}
