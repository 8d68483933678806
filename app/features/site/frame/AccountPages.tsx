import { Bookmark, ScrollText, Settings, UserCog, Wallet } from '#app/ui/icons/lucide.ts';
import { useTranslation } from 'react-i18next';
import { SideBarLink } from './FrameSideBar.tsx';

/** The pages of the account, in the part of the side bar where the chat lists its conversations. */
export function AccountPages() {
  const { t } = useTranslation(['auth', 'billing', 'settings', 'site']);
  return (
    <nav aria-label={t('auth:account.menu')} className="min-h-0 grow overflow-y-auto px-2 pb-2">
      <p className="px-3 pt-3 pb-1 text-xs font-medium text-text-muted">{t('auth:account.menu')}</p>
      <ul className="flex flex-col gap-0.5">
        <li>
          <SideBarLink to="/balance" icon={Wallet}>
            {t('billing:title')}
          </SideBarLink>
        </li>
        <li>
          <SideBarLink to="/presets" icon={Bookmark}>
            {t('site:nav.presets')}
          </SideBarLink>
        </li>
        <li>
          <SideBarLink to="/prompts" icon={ScrollText}>
            {t('site:nav.prompts')}
          </SideBarLink>
        </li>
        <li>
          <SideBarLink to="/settings/account" icon={UserCog}>
            {t('auth:account.title')}
          </SideBarLink>
        </li>
        <li>
          <SideBarLink to="/settings" icon={Settings} end>
            {t('settings:title')}
          </SideBarLink>
        </li>
      </ul>
    </nav>
  );
}
