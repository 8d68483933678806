import { NavLink } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

const tab =
  'control inline-flex items-center border-b-2 text-text-muted hover:text-text aria-[current=page]:border-accent ' +
  'aria-[current=page]:font-medium aria-[current=page]:text-text border-transparent';

/** What belongs to an account: its credits, its keys and its calls. The page that is shown is marked. */
export function AccountTabs() {
  const { t } = useTranslation(['common', 'billing', 'keys', 'usage']);
  return (
    <nav aria-label={t('accountPages')} className="flex gap-6 border-b border-line">
      <NavLink to="/balance" className={tab}>
        {t('billing:title')}
      </NavLink>
      <NavLink to="/keys" className={tab}>
        {t('keys:title')}
      </NavLink>
      <NavLink to="/usage" className={tab}>
        {t('usage:title')}
      </NavLink>
    </nav>
  );
}
