import { useNavigate } from '@remix-run/react';
import { useCallback, useEffect, useState } from 'react';
import { lazyPart } from '#app/ui/fetch/lazy-part.tsx';
import { shortcutOf } from './shortcuts.ts';

const CommandPalette = lazyPart('palette', async () => (await import('./CommandPalette.tsx')).CommandPalette);
const ShortcutSheet = lazyPart('shortcuts', async () => (await import('./ShortcutSheet.tsx')).ShortcutSheet);

/** With scripts a link to the search opens the palette. */
const SEARCH_LINK = 'a[href="/search"]';

/** A key of an open menu, dialog or drawer is theirs. */
const OPEN_OVER_PAGE = ':popover-open, dialog[open], [data-drawer]:not([hidden])';

/** The keyboard shortcuts of the signed-in pages, and the two dialogs that they open. */
export function Shortcuts() {
  const navigate = useNavigate();
  const [opened, setOpened] = useState<'palette' | 'sheet' | null>(null);
  useEffect(() => {
    const press = (selector: string) => {
      const found = [...document.querySelectorAll<HTMLElement>(selector)].filter((one) =>
        one.checkVisibility(),
      );
      found.at(-1)?.click();
    };
    const acts = {
      search: () => setOpened('palette'),
      shortcuts: () => setOpened('sheet'),
      newChat: () => navigate('/chat/new'),
      focus: () => document.querySelector<HTMLElement>('textarea[name=text]')?.focus(),
      sideBar: () => press('[name=navVisible], header [popovertarget=side-bar]'),
      copyReply: () => press('[data-copy-message] button'),
      copyCode: () => press('[data-copy-code]'),
      deleteChat: () => press('header [data-conversation-menu] > span > button'),
      stop: () => press('[data-stop]'),
    };
    const onKeyDown = (event: KeyboardEvent) => {
      const name = shortcutOf(event);
      if (name === undefined || event.defaultPrevented || event.isComposing) return;
      if (name === 'stop' && document.querySelector(OPEN_OVER_PAGE)) return;
      if (name !== 'stop') event.preventDefault();
      acts[name]();
    };
    const onClick = (event: MouseEvent) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      if (!(event.target as Element).closest(SEARCH_LINK)) return;
      event.preventDefault();
      acts.search();
    };
    document.addEventListener('keydown', onKeyDown);
    // Before the router follows the link.
    document.addEventListener('click', onClick, { capture: true });
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      document.removeEventListener('click', onClick, { capture: true });
    };
  }, [navigate]);
  // A dialog reports its close later than the choice that closed it.
  const close = useCallback((one: typeof opened) => setOpened((now) => (now === one ? null : now)), []);
  if (opened === 'palette')
    return <CommandPalette onClose={() => close('palette')} onShortcuts={() => setOpened('sheet')} />;
  return opened === 'sheet' ? <ShortcutSheet onClose={() => close('sheet')} /> : null;
}
