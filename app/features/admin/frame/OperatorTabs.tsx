import { NavLink, useLocation } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { OPERATOR_PAGES, OPERATOR_PATHS } from '../operator-paths.ts';

const TAB =
  'inline-flex h-12 items-center border-y-2 border-transparent px-1 whitespace-nowrap text-text-muted hover:text-text ' +
  'outline-offset-[-4px] aria-[current=page]:border-b-accent aria-[current=page]:font-medium aria-[current=page]:text-text';

/** The pages of the operator in the header; the current one is scrolled into view. */
export function OperatorTabs() {
  const { t } = useTranslation('admin');
  const bar = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // On a phone only three of them fit.
  useEffect(() => {
    const links = [...(bar.current?.querySelectorAll('a') ?? [])];
    // The overview's path is a prefix of all others.
    const shown = links.filter((link) => pathname.startsWith(link.pathname)).at(-1);
    shown?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [pathname]);
  return (
    <nav
      ref={bar}
      aria-label={t('nav.tabs')}
      className="flex min-w-0 gap-3 overflow-x-auto px-1 [scrollbar-width:none] md:gap-5"
    >
      {OPERATOR_PAGES.map((name) => (
        <NavLink key={name} to={OPERATOR_PATHS[name]} end={name === 'overview'} className={TAB}>
          {t(`nav.${name}`)}
        </NavLink>
      ))}
    </nav>
  );
}
