import { useNavigation } from '@remix-run/react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#app/ui/components/button/IconButton.tsx';
import { joinClasses } from '#app/ui/components/join-classes.ts';
import { X } from '#app/ui/icons/lucide.ts';
import { usePreference } from '#app/ui/preferences/use-preference.ts';
import { Offline } from './Offline.tsx';
import { SideBarToggle } from './SideBarToggle.tsx';
import { SkipLink } from './SkipLink.tsx';
import { Wordmark } from './Wordmark.tsx';
import { SIDE_BAR, sideBarState } from './side-bar-state.ts';

interface AppShellProps {
  sideBar: ReactNode;
  /** If there are any, the side bar is open by default on a wide screen. */
  hasConversations: boolean;
  /** Shown beside the side bar's button: the subject of the page. */
  header: ReactNode;
  /**
   * Shown at the end of the header while the side bar, which has the same content at its bottom, is hidden.
   */
  headerEnd?: ReactNode;
  /** New content is loading. */
  isBusy?: boolean;
  /**
   * `inside`: the content fills the rest of the window, and long content scrolls inside it; otherwise the
   * page scrolls.
   */
  scrolls?: 'inside' | 'page';
  children: ReactNode;
}

const COLUMN = {
  open: 'md:sticky md:top-0 md:flex md:shrink-0',
  wide: 'lg:sticky lg:top-0 lg:flex lg:shrink-0',
  closed: '',
};

const WITHOUT_COLUMN = { open: 'md:hidden', wide: 'lg:hidden', closed: '' };

/**
 * The signed-in frame: header of 48 px, side bar of 264 px, content. The same side bar is a sheet on a phone
 * (a native popover) and a column on a wide screen, whose visibility is remembered. Both open without
 * scripts.
 */
export function AppShell({
  sideBar,
  hasConversations,
  header,
  headerEnd,
  isBusy = false,
  scrolls = 'inside',
  children,
}: AppShellProps) {
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
  const isFixed = scrolls === 'inside';
  return (
    <div className={joinClasses('flex', isFixed ? 'h-dvh overflow-hidden' : 'min-h-dvh')}>
      <SkipLink />
      <aside
        ref={sheet}
        id={SIDE_BAR}
        popover="auto"
        aria-label={t('sideBar')}
        className={joinClasses(
          'm-0 h-dvh max-h-none w-66 max-w-[85vw] flex-col border-e border-line bg-surface-sunken p-0 text-text open:flex backdrop:bg-veil print:hidden!',
          COLUMN[shown],
        )}
      >
        <div className="flex items-center justify-between p-0.5 ps-3 md:hidden">
          <Wordmark />
          <IconButton icon={X} label={t('hideSideBar')} popovertarget={SIDE_BAR} />
        </div>
        {sideBar}
      </aside>
      <div className="flex min-w-0 grow flex-col">
        <header className="sticky top-0 z-10 flex h-12 shrink-0 items-center gap-1 border-b border-line bg-surface px-1 md:px-2 print:hidden">
          <SideBarToggle state={shown} />
          <div className="flex min-w-0 grow items-center gap-1">{header}</div>
          {headerEnd && (
            <div className={joinClasses('flex shrink-0 items-center gap-1', WITHOUT_COLUMN[shown])}>
              {headerEnd}
            </div>
          )}
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
    </div>
  );
}

/**
 * Keeps the keyboard focus in the page: when the focused element is removed, the focus moves to one of the
 * ids in the nearest `data-focus-after`, else to the last `data-focus-home` of the page, else to the content.
 * Without this the next Tab would start at the top of the document.
 */
function usePreservedFocus(): void {
  useEffect(() => {
    let last: Element | null = null;
    let after: string[] = [];
    const onFocus = ({ target }: FocusEvent) => {
      // Only for keyboard focus: after a pointer's press nothing is lost, and on a phone no keyboard should
      // pop up.
      last = target instanceof Element && target.matches(':focus-visible') ? target : null;
      after = last?.closest<HTMLElement>('[data-focus-after]')?.dataset.focusAfter?.split(' ') ?? [];
    };
    const onPress = () => (last = null);
    const observer = new MutationObserver(() => {
      if (!last || !isNowhere() || (last.isConnected && !last.matches(':disabled'))) return;
      last = null;
      placesFor(after).some((place) => focusOn(place));
    });
    document.addEventListener('focusin', onFocus);
    document.addEventListener('pointerdown', onPress);
    observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] });
    return () => {
      document.removeEventListener('focusin', onFocus);
      document.removeEventListener('pointerdown', onPress);
      observer.disconnect();
    };
  }, []);
}

function isNowhere(): boolean {
  const { activeElement: active } = document;
  return active === null || active === document.body || active.matches(':disabled');
}

function placesFor(ids: string[]): (HTMLElement | null)[] {
  const homes = [...document.querySelectorAll<HTMLElement>('[data-focus-home]')].toReversed();
  return [...ids.map((id) => document.getElementById(id)), ...homes, document.getElementById('content')];
}

/** False if the element cannot take the focus: hidden, disabled or missing. */
function focusOn(place: HTMLElement | null): boolean {
  place?.focus();
  return place !== null && document.activeElement === place;
}
