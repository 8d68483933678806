import { useNavigation } from '@remix-run/react';
import { PanelLeft, X } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#app/ui/components/button/IconButton.tsx';
import { joinClasses } from '../components/join-classes.ts';
import { PreferenceForm } from '../preferences/PreferenceForm.tsx';
import { usePreference } from '../preferences/use-preference.ts';
import { Offline } from './Offline.tsx';
import { SkipLink } from './SkipLink.tsx';
import { useKeptFocus } from './use-kept-focus.ts';

interface AppShellProps {
  sideBar: ReactNode;
  /** Beside the side bar's button: the subject of the page. */
  header: ReactNode;
  /** At the end of the header. */
  headerEnd?: ReactNode;
  /** Another content is on its way. */
  isBusy?: boolean;
  /** Fills the rest of the window; what is long scrolls inside. */
  children: ReactNode;
}

const SIDE_BAR = 'side-bar';

/**
 * The signed-in frame: header of 48 px, side bar of 264 px, content. The same side bar is a sheet on a phone (a
 * native popover) and a column on a wide screen, whose visibility is remembered. Both open without scripts.
 */
export function AppShell({ sideBar, header, headerEnd, isBusy = false, children }: AppShellProps) {
  const { t } = useTranslation();
  const [navVisible] = usePreference('navVisible');
  const shown = navVisible === 'true';
  const sheet = useRef<HTMLElement>(null);
  const { state } = useNavigation();
  useKeptFocus();
  useEffect(() => {
    if (state === 'loading' && sheet.current?.matches(':popover-open')) sheet.current.hidePopover();
  }, [state]);
  return (
    <div className="flex h-dvh overflow-hidden">
      <SkipLink />
      <aside
        ref={sheet}
        id={SIDE_BAR}
        popover="auto"
        aria-label={t('sideBar')}
        className={joinClasses(
          'm-0 h-dvh max-h-none w-66 max-w-[85vw] flex-col border-e border-line bg-surface-sunken p-0 text-text open:flex backdrop:bg-veil',
          shown && 'md:static md:flex md:shrink-0',
        )}
      >
        <div className="flex justify-end p-0.5 md:hidden">
          <IconButton icon={X} label={t('hideSideBar')} popovertarget={SIDE_BAR} />
        </div>
        {sideBar}
      </aside>
      <div className="flex min-w-0 grow flex-col">
        <header className="flex h-12 shrink-0 items-center gap-1 border-b border-line px-1 md:px-2">
          <span className="md:hidden">
            <IconButton icon={PanelLeft} mirror label={t('showSideBar')} popovertarget={SIDE_BAR} />
          </span>
          <PreferenceForm name="navVisible" className="max-md:hidden">
            <IconButton
              type="submit"
              name="navVisible"
              value={shown ? 'false' : 'true'}
              icon={PanelLeft}
              mirror
              label={shown ? t('hideSideBar') : t('showSideBar')}
              aria-expanded={shown}
            />
          </PreferenceForm>
          <div className="flex min-w-0 grow items-center gap-1">{header}</div>
          {headerEnd}
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
