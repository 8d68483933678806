import { useTranslation } from '#app/ui/i18n/translation.ts';
import {
  Bookmark,
  BookOpen,
  Boxes,
  ChartNoAxesColumn,
  CircleHelp,
  Columns3,
  Database,
  Images,
  KeyRound,
  Lock,
  MessagesSquare,
  ScrollText,
  Settings,
  Upload,
  UserCog,
  Wallet,
  type Drawing,
} from '#app/ui/icons/lucide.ts';

interface PalettePage {
  to: string;
  name: string;
  icon: Drawing;
}

/** The pages of a signed-in user, in the reader's language. */
export function usePages(): PalettePage[] {
  const { t } = useTranslation(['site', 'billing', 'keys', 'usage', 'settings', 'chat']);
  return [
    { to: '/chat', name: t('nav.chat'), icon: MessagesSquare },
    { to: '/playground', name: t('nav.playground'), icon: Columns3 },
    { to: '/models', name: t('nav.models'), icon: Boxes },
    { to: '/balance', name: t('billing:title'), icon: Wallet },
    { to: '/keys', name: t('keys:title'), icon: KeyRound },
    { to: '/usage', name: t('usage:title'), icon: ChartNoAxesColumn },
    { to: '/docs', name: t('nav.docs'), icon: BookOpen },
    { to: '/settings', name: t('settings:title'), icon: Settings },
    { to: '/settings/account', name: t('settings:pages.account'), icon: UserCog },
    { to: '/settings/sign-in', name: t('settings:pages.signIn'), icon: Lock },
    { to: '/settings/files', name: t('settings:pages.files'), icon: Images },
    { to: '/presets', name: t('settings:pages.presets'), icon: Bookmark },
    { to: '/prompts', name: t('settings:pages.prompts'), icon: ScrollText },
    { to: '/settings/provider-keys', name: t('settings:pages.providerKeys'), icon: KeyRound },
    { to: '/settings/import', name: t('settings:pages.import'), icon: Upload },
    { to: '/settings/data', name: t('settings:pages.data'), icon: Database },
    { to: '/chat/help', name: t('chat:help'), icon: CircleHelp },
  ];
}
