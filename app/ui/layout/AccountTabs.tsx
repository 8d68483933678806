import { NavLink } from '@remix-run/react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { useCurrentInView } from './use-current-in-view.ts';

const tab =
  'inline-flex h-12 items-center border-y-2 border-transparent px-1 whitespace-nowrap text-text-muted hover:text-text ' +
  'outline-offset-[-4px] aria-[current=page]:border-b-accent aria-[current=page]:font-medium aria-[current=page]:text-text';

/** The pages of an account: billing, keys and usage. The current page is marked. */
export function AccountTabs() {
  const { t } = useTranslation(['common', 'billing', 'keys', 'usage']);
  const row = useCurrentInView<HTMLElement>();
  return (
    <nav
      ref={row}
      aria-label={t('accountPages')}
      className="flex min-w-0 gap-3 overflow-x-auto px-1 [scrollbar-width:none] md:gap-5"
    >
      <NavLink to="/balance" className={tab}>
        {t('billing:tab')}
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
