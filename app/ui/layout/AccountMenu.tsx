import { ChartNoAxesColumn, CircleUser, KeyRound, LogOut, SquarePen, UserCog, Wallet } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Menu } from '#app/ui/components/menu/Menu.tsx';
import { MenuItem } from '#app/ui/components/menu/MenuItem.tsx';
import { MenuLink } from '#app/ui/components/menu/MenuLink.tsx';

/** The menu of who is signed in: the chat, what is theirs, and the way out. */
export function AccountMenu() {
  const { t } = useTranslation(['auth', 'billing', 'keys', 'usage', 'chat']);
  return (
    <Menu label={t('account.menu')} icon={CircleUser} align="end">
      <MenuLink to="/chat/new" icon={SquarePen}>
        {t('chat:newChat')}
      </MenuLink>
      <MenuLink to="/balance" icon={Wallet}>
        {t('billing:title')}
      </MenuLink>
      <MenuLink to="/keys" icon={KeyRound}>
        {t('keys:title')}
      </MenuLink>
      <MenuLink to="/usage" icon={ChartNoAxesColumn}>
        {t('usage:title')}
      </MenuLink>
      <MenuLink to="/settings/account" icon={UserCog}>
        {t('account.title')}
      </MenuLink>
      <form method="post" action="/logout" className="mt-1 border-t border-line pt-1">
        <MenuItem icon={LogOut}>{t('account.signOut')}</MenuItem>
      </form>
    </Menu>
  );
}
