import { Link, NavLink } from '@remix-run/react';
import type { ReactNode } from 'react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { buttonClasses } from '#app/ui/components/button/button-look.ts';
import { Icon } from '#app/ui/components/Icon.tsx';
import { Tooltip } from '#app/ui/components/Tooltip.tsx';
import { useHydrated } from '#app/ui/components/use-hydrated.ts';
import { lazyPart } from '#app/ui/fetch/lazy-part.tsx';
import {
  BookOpen,
  Boxes,
  Columns3,
  MessagesSquare,
  Search,
  SquarePen,
  Wallet,
  type Drawing,
} from '#app/ui/icons/lucide.ts';

interface FrameSideBarProps {
  /** The conversations; a rail does not show them. */
  children: ReactNode;
  /** The account. */
  foot: ReactNode;
}

interface SideBarLinkProps {
  to: string;
  icon: Drawing;
  /** Its keyboard shortcut, as `aria-keyshortcuts` writes it. */
  keys?: string;
  children: string;
}

const Shortcuts = lazyPart(
  'shortcut-keys',
  async () => (await import('#app/features/site/palette/Shortcuts.tsx')).Shortcuts,
);

/** The element that gets the focus when a line of the list is removed. */
const NEW_CHAT_LINK = 'new-chat';

/** The side bar of every page of a signed-in user: the areas, the conversations, the account. */
export function FrameSideBar({ children, foot }: FrameSideBarProps) {
  const { t } = useTranslation(['site', 'chat', 'billing']);
  const hydrated = useHydrated();
  return (
    <div data-focus-after={NEW_CHAT_LINK} className="flex min-h-0 grow flex-col text-base">
      <nav aria-label={t('nav.main')} className="flex flex-col px-2 pb-1">
        <RailTooltip text={t('chat:newChat')}>
          <Link
            id={NEW_CHAT_LINK}
            to="/chat/new"
            aria-keyshortcuts="Control+Shift+O"
            className={buttonClasses(
              { variant: 'quiet' },
              'mb-1 w-full justify-start! gap-2.5! bg-surface-raised px-2.5! rail:justify-center! rail:px-0!',
            )}
          >
            <Icon of={SquarePen} />
            <span className="truncate rail:sr-only">{t('chat:newChat')}</span>
          </Link>
        </RailTooltip>
        <SideBarLink to="/search" icon={Search} keys="Control+K">
          {t('search')}
        </SideBarLink>
        <SideBarLink to="/chat" icon={MessagesSquare}>
          {t('nav.chat')}
        </SideBarLink>
        <SideBarLink to="/playground" icon={Columns3}>
          {t('nav.playground')}
        </SideBarLink>
        <SideBarLink to="/models" icon={Boxes}>
          {t('nav.models')}
        </SideBarLink>
        <SideBarLink to="/balance" icon={Wallet}>
          {t('billing:title')}
        </SideBarLink>
        <SideBarLink to="/docs" icon={BookOpen}>
          {t('nav.docs')}
        </SideBarLink>
      </nav>
      <div className="flex min-h-0 grow flex-col rail:hidden">{children}</div>
      {hydrated && <Shortcuts />}
      <div className="mt-auto flex flex-col gap-1 border-t border-line p-1.5">{foot}</div>
    </div>
  );
}

/** A link of the side bar; the current area is marked. */
function SideBarLink({ to, icon, keys, children }: SideBarLinkProps) {
  return (
    <RailTooltip text={children}>
      <NavLink
        to={to}
        aria-keyshortcuts={keys}
        className="side-bar-row w-full items-center gap-2.5 rounded-control px-2.5 text-text-muted outline-offset-[-2px] transition-colors hover:bg-surface hover:text-text aria-[current=page]:bg-surface aria-[current=page]:font-medium aria-[current=page]:text-text rail:justify-center rail:px-0"
      >
        <Icon of={icon} />
        <span className="truncate rail:sr-only">{children}</span>
      </NavLink>
    </RailTooltip>
  );
}

/** The name of a link as a tooltip, which only a rail needs. */
function RailTooltip({ text, children }: { text: string; children: ReactNode }) {
  return (
    <Tooltip text={text} place="beside" className="w-full" bubbleClassName="hidden rail:block">
      {children}
    </Tooltip>
  );
}
