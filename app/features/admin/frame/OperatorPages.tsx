import { NavLink } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { OPERATOR_PAGES, OPERATOR_PATHS, type OperatorPageName } from '#app/features/admin/operator-paths.ts';
import { Icon } from '#app/ui/components/Icon.tsx';
import {
  Boxes,
  CreditCard,
  Gauge,
  ListRestart,
  ScrollText,
  ServerCog,
  UsersRound,
  type Drawing,
} from '#app/ui/icons/lucide.ts';

const LINK =
  'flex control items-center gap-2.5 rounded-control px-3 text-text-muted outline-offset-[-2px] transition-colors ' +
  'hover:bg-surface hover:text-text aria-[current=page]:bg-surface aria-[current=page]:font-medium ' +
  'aria-[current=page]:text-text';

const PAGE_ICONS: Record<OperatorPageName, Drawing> = {
  overview: Gauge,
  users: UsersRound,
  payments: CreditCard,
  providers: ServerCog,
  catalogue: Boxes,
  jobs: ListRestart,
  audit: ScrollText,
};

/** Side bar with the pages of the operator, in place of the conversations. */
export function OperatorPages() {
  const { t } = useTranslation('admin');
  return (
    <nav aria-label={t('nav.label')} className="min-h-0 grow overflow-y-auto px-2 pb-2">
      <p className="px-3 pt-3 pb-1 text-xs font-medium text-text-muted">{t('title')}</p>
      <ul className="flex flex-col gap-0.5">
        {OPERATOR_PAGES.map((name) => (
          <li key={name}>
            <NavLink to={OPERATOR_PATHS[name]} end={name === 'overview'} className={LINK}>
              <Icon of={PAGE_ICONS[name]} />
              <span className="truncate">{t(`nav.${name}`)}</span>
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
