import { Link } from '@remix-run/react';
import {
  ChartNoAxesColumn,
  ChevronDown,
  CircleHelp,
  KeyRound,
  LogOut,
  Settings,
  ShieldCheck,
  UserCog,
  Wallet,
} from '#app/ui/icons/lucide.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Avatar } from '#app/ui/components/Avatar.tsx';
import { Icon } from '#app/ui/components/Icon.tsx';
import { Menu } from '#app/ui/components/menu/Menu.tsx';
import { MenuItem } from '#app/ui/components/menu/MenuItem.tsx';
import { MenuLink } from '#app/ui/components/menu/MenuLink.tsx';

interface UserMenuProps {
  name: string;
  /** The path of the user's profile photo, if there is one. */
  photo: string | null;
  align: 'end' | 'above';
  /** Shows the name beside the avatar; otherwise only the avatar. */
  isNamed?: boolean;
  /** Adds a link to the operator's pages. */
  isAdmin: boolean;
  /** Replaces the link to the settings, for pages on which they open in a dialog. */
  settings?: ReactNode;
}

const FACE =
  'control inline-flex min-w-11 items-center justify-center gap-2 rounded-control px-1.5 transition-colors hover:bg-surface-sunken';

const RULES = 'control inline-flex items-center rounded-control hover:text-text hover:underline';

/** The menu of the signed-in user: account pages, and sign-out. It opens on hover and on a press. */
export function UserMenu({ name, photo, align, isNamed = false, isAdmin, settings }: UserMenuProps) {
  const { t } = useTranslation(['auth', 'billing', 'keys', 'usage', 'chat', 'settings', 'site']);
  return (
    <Menu
      label={t('account.menu')}
      align={align}
      opensOnHover
      className={FACE}
      face={
        <>
          <span className="sr-only">{t('account.menu')}</span>
          <Avatar name={name} photo={photo} />
          {isNamed && <bdi className="truncate">{name}</bdi>}
          <span className={isNamed ? 'text-text-faint' : 'text-text-faint max-md:hidden'}>
            <Icon of={ChevronDown} />
          </span>
        </>
      }
    >
      <p className="max-w-64 truncate px-3 py-2 font-semibold">
        <bdi>{name}</bdi>
      </p>
      <MenuLink to="/keys" icon={KeyRound}>
        {t('keys:title')}
      </MenuLink>
      <MenuLink to="/usage" icon={ChartNoAxesColumn}>
        {t('usage:title')}
      </MenuLink>
      <MenuLink to="/balance" icon={Wallet}>
        {t('billing:balance')}
      </MenuLink>
      <div className="mt-1 border-t border-line pt-1">
        <MenuLink to="/settings/account" icon={UserCog}>
          {t('account.title')}
        </MenuLink>
        {settings ?? (
          <MenuLink to="/settings" icon={Settings}>
            {t('settings:title')}
          </MenuLink>
        )}
        <MenuLink to="/chat/help" icon={CircleHelp}>
          {t('chat:help')}
        </MenuLink>
        {isAdmin && (
          <MenuLink to="/admin" icon={ShieldCheck}>
            {t('site:nav.operator')}
          </MenuLink>
        )}
        <p className="flex gap-4 px-3 text-sm text-text-muted">
          <Link to="/terms" className={RULES}>
            {t('site:nav.terms')}
          </Link>
          <Link to="/privacy" className={RULES}>
            {t('site:nav.privacy')}
          </Link>
        </p>
      </div>
      <form method="post" action="/logout" className="mt-1 border-t border-line pt-1">
        <MenuItem icon={LogOut}>{t('account.signOut')}</MenuItem>
      </form>
    </Menu>
  );
}
