import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { Avatar } from '#app/ui/components/Avatar.tsx';
import { Icon } from '#app/ui/components/Icon.tsx';
import { Menu } from '#app/ui/components/menu/Menu.tsx';
import { MenuItem } from '#app/ui/components/menu/MenuItem.tsx';
import { MenuLink } from '#app/ui/components/menu/MenuLink.tsx';
import {
  BookOpen,
  ChartNoAxesColumn,
  ChevronDown,
  CircleHelp,
  KeyRound,
  LogOut,
  Settings,
  ShieldCheck,
  Wallet,
} from '#app/ui/icons/lucide.ts';
import { ThemeSwitch } from '#app/ui/preferences/ThemeMenu.tsx';

interface UserMenuProps {
  name: string;
  /** The path of the user's profile photo, if there is one. */
  photo: string | null;
  /** The balance as a figure, if there is one. */
  balance: ReactNode;
  /** `end`: the avatar alone, for a header; `above`: a row with name and balance, for the side bar. */
  align: 'end' | 'above';
  /** Adds a link to the operator's pages. */
  isAdmin: boolean;
}

const FACES = {
  end: 'control inline-flex min-w-11 items-center justify-center gap-2 rounded-control px-1.5 transition-colors hover:bg-surface-sunken',
  above:
    'control flex w-full min-w-0 items-center gap-2.5 rounded-control px-1.5 transition-colors hover:bg-surface rail:justify-center rail:px-0',
};

const RULES = 'control inline-flex items-center rounded-control hover:text-text hover:underline';

/** The menu of the signed-in user: account pages, theme and sign-out. It opens on hover and on a press. */
export function UserMenu({ name, photo, balance, align, isAdmin }: UserMenuProps) {
  const { t } = useTranslation(['auth', 'billing', 'keys', 'usage', 'chat', 'settings', 'site']);
  return (
    <Menu
      label={t('account.menu')}
      align={align}
      opensOnHover
      className={FACES[align]}
      face={
        <>
          <span className="sr-only">{t('account.menu')}</span>
          <Avatar name={name} photo={photo} />
          {align === 'above' ? (
            <span className="flex min-w-0 grow items-center gap-2 rail:hidden">
              <bdi className="min-w-0 grow truncate text-start">{name}</bdi>
              <span className="shrink-0 text-sm text-text-muted tabular-nums">{balance}</span>
            </span>
          ) : (
            <span className="text-text-faint max-md:hidden">
              <Icon of={ChevronDown} />
            </span>
          )}
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
        <span className="grow">{t('billing:balance')}</span>
        <span className="text-sm text-text-muted tabular-nums">{balance}</span>
      </MenuLink>
      <div className="mt-1 border-t border-line pt-1">
        <MenuLink to="/settings" icon={Settings}>
          {t('settings:title')}
        </MenuLink>
        <MenuLink to="/docs" icon={BookOpen}>
          {t('site:nav.docs')}
        </MenuLink>
        <MenuLink to="/chat/help" icon={CircleHelp}>
          {t('chat:help')}
        </MenuLink>
        {isAdmin && (
          <MenuLink to="/admin" icon={ShieldCheck}>
            {t('site:nav.operator')}
          </MenuLink>
        )}
      </div>
      <div className="mt-1 flex items-center justify-between gap-4 border-t border-line px-3 pt-1">
        {t('settings:theme')}
        <ThemeSwitch />
      </div>
      <p className="flex gap-4 border-t border-line px-3 pt-1 text-sm text-text-muted">
        <Link to="/terms" className={RULES}>
          {t('site:nav.terms')}
        </Link>
        <Link to="/privacy" className={RULES}>
          {t('site:nav.privacy')}
        </Link>
      </p>
      <form method="post" action="/logout" className="mt-1 border-t border-line pt-1">
        <MenuItem icon={LogOut}>{t('account.signOut')}</MenuItem>
      </form>
    </Menu>
  );
}
