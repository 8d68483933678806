import { NavLink } from '@remix-run/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '#app/ui/components/button/LinkButton.tsx';
import { Menu } from '#app/ui/components/menu/Menu.tsx';
import { MenuLink } from '#app/ui/components/menu/MenuLink.tsx';
import { MenuIcon } from '#app/ui/icons/lucide.ts';
import { UserMenu } from '#app/ui/layout/UserMenu.tsx';
import { Wordmark } from '#app/ui/layout/Wordmark.tsx';
import type { PublicFrameData } from './frame-data.ts';

const LINK =
  'control inline-flex items-center rounded-control px-3 text-text-muted transition-colors hover:bg-surface-sunken hover:text-text aria-[current=page]:font-medium aria-[current=page]:text-text';

interface NavigationLink {
  to: string;
  name: string;
  /** Leads to another site, in a new tab. */
  isExternal?: true;
}

/**
 * The top of a public page: links into the product for a logged-in user, login and registration for a
 * visitor.
 */
export function TopNavigation({ frame, balance }: { frame: PublicFrameData; balance: ReactNode }) {
  const { t } = useTranslation(['site', 'auth']);
  const { account, isRegistrationOpen } = frame;
  const links = useNavigationLinks(frame);
  return (
    <header className="flex h-14 shrink-0 items-center gap-2 border-b border-line px-3 md:px-5 print:hidden">
      <Wordmark />
      <nav aria-label={t('nav.main')} className="flex grow items-center gap-1 ps-3 max-md:hidden">
        {links.map(({ to, name, isExternal }) =>
          isExternal ? (
            <a key={to} href={to} target="_blank" rel="noreferrer" className={LINK}>
              {name}
            </a>
          ) : (
            <NavLink key={to} to={to} className={LINK}>
              {name}
            </NavLink>
          ),
        )}
      </nav>
      <div className="ms-auto flex items-center gap-1 md:gap-2">
        {account ? (
          <>
            {balance}
            <UserMenu name={account.name} photo={account.avatar} align="end" isAdmin={account.isAdmin} />
          </>
        ) : (
          <>
            <LinkButton to="/login" variant="plain" className={isRegistrationOpen ? 'max-md:hidden' : ''}>
              {t('nav.logIn')}
            </LinkButton>
            {isRegistrationOpen && (
              <LinkButton to="/register" variant="primary">
                {t('nav.register')}
              </LinkButton>
            )}
          </>
        )}
        <span className="md:hidden">
          <Menu label={t('nav.menu')} icon={MenuIcon} align="end">
            {!account && <MenuLink to="/login">{t('nav.chat')}</MenuLink>}
            {links.map(({ to, name }) => (
              <MenuLink key={to} to={to}>
                {name}
              </MenuLink>
            ))}
            {!account && (
              <div className="mt-1 border-t border-line pt-1">
                <MenuLink to="/login">{t('nav.logIn')}</MenuLink>
                {isRegistrationOpen && <MenuLink to="/register">{t('nav.register')}</MenuLink>}
              </div>
            )}
          </Menu>
        </span>
      </div>
    </header>
  );
}

/** The links of the top navigation, in order: leaves out those that are not configured. */
function useNavigationLinks({ account, links }: PublicFrameData): NavigationLink[] {
  const { t } = useTranslation(['site', 'billing']);
  const models = { to: '/models', name: t('nav.models') };
  const docs = { to: '/docs', name: t('nav.docs') };
  if (account)
    return [
      { to: '/chat/new', name: t('nav.chat') },
      models,
      { to: '/balance', name: t('billing:title') },
      docs,
    ];
  return links.demo
    ? [models, docs, { to: links.demo, name: t('nav.demo'), isExternal: true }]
    : [models, docs];
}
