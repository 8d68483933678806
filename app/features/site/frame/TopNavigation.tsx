import { NavLink } from '@remix-run/react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { LinkButton } from '#app/ui/components/button/LinkButton.tsx';
import { Menu } from '#app/ui/components/menu/Menu.tsx';
import { MenuLink } from '#app/ui/components/menu/MenuLink.tsx';
import { MenuIcon } from '#app/ui/icons/lucide.ts';
import { Wordmark } from '#app/ui/layout/Wordmark.tsx';
import type { FrameData } from './frame-data.ts';

const LINK =
  'control inline-flex items-center rounded-control px-3 text-text-muted transition-colors hover:bg-surface-sunken hover:text-text aria-[current=page]:font-medium aria-[current=page]:text-text';

/** The top of a visitor's page: links into the product, login and registration. */
export function TopNavigation({ frame: { isRegistrationOpen, links } }: { frame: FrameData }) {
  const { t } = useTranslation('site');
  const places = [
    { to: '/models', name: t('nav.models') },
    { to: '/docs', name: t('nav.docs') },
  ];
  return (
    <header className="flex h-14 shrink-0 items-center gap-2 border-b border-line px-3 md:px-5 print:hidden">
      <Wordmark />
      <nav aria-label={t('nav.main')} className="flex grow items-center gap-1 ps-3 max-md:hidden">
        {places.map(({ to, name }) => (
          <NavLink key={to} to={to} className={LINK}>
            {name}
          </NavLink>
        ))}
        {links.demo && (
          <a href={links.demo} target="_blank" rel="noreferrer" className={LINK}>
            {t('nav.demo')}
          </a>
        )}
      </nav>
      <div className="ms-auto flex items-center gap-1 md:gap-2">
        <LinkButton to="/login" variant="plain" className={isRegistrationOpen ? 'max-md:hidden' : ''}>
          {t('nav.logIn')}
        </LinkButton>
        {isRegistrationOpen && (
          <LinkButton to="/register" variant="primary">
            {t('nav.register')}
          </LinkButton>
        )}
        <span className="md:hidden">
          <Menu label={t('nav.menu')} icon={MenuIcon} align="end">
            <MenuLink to="/login">{t('nav.chat')}</MenuLink>
            {places.map(({ to, name }) => (
              <MenuLink key={to} to={to}>
                {name}
              </MenuLink>
            ))}
            {links.demo && <MenuLink to={links.demo}>{t('nav.demo')}</MenuLink>}
            <div className="mt-1 border-t border-line pt-1">
              <MenuLink to="/login">{t('nav.logIn')}</MenuLink>
              {isRegistrationOpen && <MenuLink to="/register">{t('nav.register')}</MenuLink>}
            </div>
          </Menu>
        </span>
      </div>
    </header>
  );
}
