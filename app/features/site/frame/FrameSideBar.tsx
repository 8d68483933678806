import { Link, NavLink } from '@remix-run/react';
import {
  BookOpen,
  Boxes,
  ChartNoAxesColumn,
  Columns3,
  KeyRound,
  MessagesSquare,
  ShieldCheck,
  SquarePen,
  type Drawing,
} from '#app/ui/icons/lucide.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { buttonClasses } from '#app/ui/components/button/button-look.ts';
import { Icon } from '#app/ui/components/Icon.tsx';
import { Wordmark } from '#app/ui/layout/Wordmark.tsx';

interface FrameSideBarProps {
  /** Whether to show the link to the operator's pages. */
  isAdmin: boolean;
  /** The conversations, or the pages of the current area. */
  children: ReactNode;
  /** Balance and account. */
  foot: ReactNode;
}

/** The element that gets the focus when a line of the list is removed. */
const NEW_CHAT_LINK = 'new-chat';

/** The side bar of every working page, in a fixed order: home, main areas, the current area, the account. */
export function FrameSideBar({ isAdmin, children, foot }: FrameSideBarProps) {
  const { t } = useTranslation(['site', 'chat', 'keys', 'usage']);
  return (
    <div data-focus-after={NEW_CHAT_LINK} className="flex min-h-0 grow flex-col text-base">
      <nav aria-label={t('nav.main')} className="flex flex-col gap-0.5 p-2">
        <div className="px-1 pb-1 max-md:hidden">
          <Wordmark />
        </div>
        <Link
          id={NEW_CHAT_LINK}
          to="/chat/new"
          aria-keyshortcuts="Control+Shift+O"
          className={buttonClasses(
            { variant: 'quiet' },
            'mb-1.5 w-full justify-start! bg-surface-raised px-3!',
          )}
        >
          <Icon of={SquarePen} />
          {t('chat:newChat')}
        </Link>
        <SideBarLink to="/chat" icon={MessagesSquare}>
          {t('nav.chat')}
        </SideBarLink>
        <SideBarLink to="/playground" icon={Columns3}>
          {t('nav.playground')}
        </SideBarLink>
        <SideBarLink to="/models" icon={Boxes}>
          {t('nav.models')}
        </SideBarLink>
      </nav>
      {children}
      <nav aria-label={t('nav.yours')} className="flex flex-col gap-0.5 border-t border-line p-2">
        <SideBarLink to="/keys" icon={KeyRound}>
          {t('keys:title')}
        </SideBarLink>
        <SideBarLink to="/usage" icon={ChartNoAxesColumn}>
          {t('usage:title')}
        </SideBarLink>
        <SideBarLink to="/docs" icon={BookOpen}>
          {t('nav.docs')}
        </SideBarLink>
        {isAdmin && (
          <SideBarLink to="/admin" icon={ShieldCheck}>
            {t('nav.operator')}
          </SideBarLink>
        )}
      </nav>
      <div className="flex flex-col gap-1 border-t border-line p-2">{foot}</div>
    </div>
  );
}

interface SideBarLinkProps {
  to: string;
  icon: Drawing;
  /** Subpages are separate: it is not marked on them. */
  end?: boolean;
  children: ReactNode;
}

/** A link of the side bar; the current page is marked. */
export function SideBarLink({ to, icon, end = false, children }: SideBarLinkProps) {
  return (
    <NavLink
      to={to}
      end={end}
      className="flex control items-center gap-2.5 rounded-control px-3 text-text-muted outline-offset-[-2px] transition-colors hover:bg-surface hover:text-text aria-[current=page]:bg-surface aria-[current=page]:font-medium aria-[current=page]:text-text"
    >
      <Icon of={icon} />
      <span className="truncate">{children}</span>
    </NavLink>
  );
}
