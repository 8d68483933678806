import { NavLink } from '@remix-run/react';
import type { ReactNode } from 'react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { Icon } from '#app/ui/components/Icon.tsx';
import {
  Bookmark,
  Database,
  Images,
  KeyRound,
  Lock,
  ScrollText,
  Settings,
  Share2,
  Upload,
  UserCog,
} from '#app/ui/icons/lucide.ts';
import { Screen } from '#app/ui/layout/AppShell.tsx';
import { useCurrentInView } from '#app/ui/layout/use-current-in-view.ts';

/** The pages of the settings, in the order of their list. */
const PAGES = [
  { name: 'general', to: '/settings', icon: Settings },
  { name: 'account', to: '/settings/account', icon: UserCog },
  { name: 'signIn', to: '/settings/sign-in', icon: Lock },
  { name: 'files', to: '/settings/files', icon: Images },
  { name: 'shared', to: '/settings/shared', icon: Share2 },
  { name: 'presets', to: '/presets', icon: Bookmark },
  { name: 'prompts', to: '/prompts', icon: ScrollText },
  { name: 'providerKeys', to: '/settings/provider-keys', icon: KeyRound },
  { name: 'import', to: '/settings/import', icon: Upload },
  { name: 'data', to: '/settings/data', icon: Database },
] as const;

const LINK =
  'control flex items-center gap-2.5 rounded-control px-3 whitespace-nowrap text-text-muted outline-offset-[-2px] transition-colors ' +
  'hover:bg-surface-sunken hover:text-text aria-[current=page]:bg-surface-sunken aria-[current=page]:font-medium aria-[current=page]:text-text';

/** The frame of the settings: their list, beside the page on a wide screen, else a row above it. */
export function SettingsFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation('settings');
  const row = useCurrentInView<HTMLElement>();
  return (
    <Screen header={<p className="px-2 font-semibold">{t('title')}</p>}>
      <div className="flex w-full grow flex-col lg:flex-row">
        <nav
          ref={row}
          aria-label={t('title')}
          className="scroll-x shrink-0 max-lg:border-b max-lg:border-line lg:sticky lg:top-12 lg:w-56 lg:self-start lg:py-8 lg:ps-6"
        >
          <ul className="flex w-max gap-0.5 p-1.5 lg:w-full lg:flex-col lg:p-0">
            {PAGES.map(({ name, to, icon }) => (
              <li key={name}>
                <NavLink to={to} end={to === '/settings'} className={LINK}>
                  <Icon of={icon} />
                  {t(`pages.${name}`)}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        <div className="flex min-w-0 grow flex-col">{children}</div>
      </div>
    </Screen>
  );
}
