import { useNavigation } from '@remix-run/react';
import { createContext, useContext, useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { IconButton } from '#app/ui/components/button/IconButton.tsx';
import { joinClasses } from '#app/ui/components/join-classes.ts';
import { PanelLeft, X } from '#app/ui/icons/lucide.ts';
import { usePreference } from '#app/ui/preferences/use-preference.ts';
import { DemoBadge } from './DemoBadge.tsx';
import { Offline } from './Offline.tsx';
import { SideBarToggle } from './SideBarToggle.tsx';
import { SkipLink } from './SkipLink.tsx';
import { Wordmark } from './Wordmark.tsx';
import { SIDE_BAR, sideBarState } from './side-bar-state.ts';
import { usePreservedFocus } from './use-preserved-focus.ts';

interface AppShellProps {
  /** Everything in the side bar below its first row. */
  sideBar: ReactNode;
  /** If there are any, the side bar is a column by default on a wide screen. */
  hasConversations: boolean;
  /** At the end of every header while the side bar, which has the same at its bottom, is no column. */
  headerEnd: ReactNode;
  children: ReactNode;
}

interface ScreenProps {
  /** The subject of the page and its controls; without it only a phone has a header. */
  header?: ReactNode;
  /** New content is loading. */
  isBusy?: boolean;
  /** The content, models' replies, has the height of the window and scrolls inside it when it is long. */
  fills?: boolean;
  children: ReactNode;
}

const HeaderEnd = createContext<ReactNode>(null);

/**
 * The frame of every page of a signed-in user: the side bar, and a Screen beside it. The side bar is a sheet
 * on a phone (a native popover), otherwise a column of 248 px or a rail of 56 px (see side-bar.css), by the
 * user's choice, which is remembered. Both open without scripts.
 */
export function AppShell({ sideBar, hasConversations, headerEnd, children }: AppShellProps) {
  const { t } = useTranslation();
  const [navVisible] = usePreference('navVisible');
  // Fixed at the first render: the first conversation must not open the side bar while its reply is being
  // read.
  const [hadConversations] = useState(hasConversations);
  const shown = sideBarState(navVisible, hadConversations);
  const sheet = useRef<HTMLElement>(null);
  const { state } = useNavigation();
  usePreservedFocus();
  useEffect(() => {
    if (state === 'loading' && sheet.current?.matches(':popover-open')) sheet.current.hidePopover();
  }, [state]);
  return (
    <div data-side-bar={shown} className="flex min-h-dvh">
      <SkipLink />
      <aside
        ref={sheet}
        id={SIDE_BAR}
        popover="auto"
        aria-label={t('sideBar')}
        className="m-0 h-dvh max-h-none w-66 max-w-[85vw] flex-col border-e border-line bg-surface-sunken p-0 text-text backdrop:bg-veil open:flex md:sticky md:top-0 md:z-20 md:flex md:w-62 md:shrink-0 rail:w-14 print:hidden!"
      >
        <div className="flex h-12 shrink-0 items-center justify-between ps-3 pe-1.5 rail:justify-center rail:px-0">
          <span className="rail:hidden">
            <Wordmark />
          </span>
          <SideBarToggle state={shown} />
          <span className="md:hidden">
            <IconButton icon={X} label={t('hideSideBar')} popovertarget={SIDE_BAR} />
          </span>
        </div>
        {sideBar}
      </aside>
      <HeaderEnd.Provider value={headerEnd}>{children}</HeaderEnd.Provider>
    </div>
  );
}

/** A page beside the side bar: a header of 48 px and the content. */
export function Screen({ header, isBusy = false, fills = false, children }: ScreenProps) {
  const { t } = useTranslation();
  const end = useContext(HeaderEnd);
  return (
    <div className={joinClasses('flex min-w-0 grow flex-col', fills && 'h-dvh overflow-hidden')}>
      <header
        className={joinClasses(
          'sticky top-0 z-10 flex h-12 shrink-0 items-center gap-1 border-b border-line bg-surface px-1 md:px-2 print:hidden',
          !header && 'md:hidden',
        )}
      >
        <span className="md:hidden">
          <IconButton icon={PanelLeft} mirror label={t('showSideBar')} popovertarget={SIDE_BAR} />
        </span>
        <div className="flex min-w-0 grow items-center gap-1">{header ?? <Wordmark />}</div>
        {fills && <DemoBadge />}
        <div className="flex shrink-0 items-center gap-1 column:hidden">{end}</div>
      </header>
      <Offline />
      <main
        id="content"
        tabIndex={-1}
        aria-busy={isBusy || undefined}
        className="relative flex min-h-0 grow flex-col outline-none"
      >
        {children}
      </main>
    </div>
  );
}
