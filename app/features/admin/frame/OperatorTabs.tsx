import { NavLink } from '@remix-run/react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { useCurrentInView } from '#app/ui/layout/use-current-in-view.ts';
import { OPERATOR_PAGES, OPERATOR_PATHS } from '../operator-paths.ts';

const TAB =
  'inline-flex h-12 items-center border-y-2 border-transparent px-1 whitespace-nowrap text-text-muted hover:text-text ' +
  'outline-offset-[-4px] aria-[current=page]:border-b-accent aria-[current=page]:font-medium aria-[current=page]:text-text';

/** The pages of the operator in the header; the current one is scrolled into view. */
export function OperatorTabs() {
  const { t } = useTranslation('admin');
  const row = useCurrentInView<HTMLElement>();
  return (
    <nav
      ref={row}
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
