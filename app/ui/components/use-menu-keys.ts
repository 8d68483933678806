import { useEffect, type RefObject } from 'react';

const ITEMS = 'a[href], button:not(:disabled), input:not(:disabled, [type=hidden])';

/** Arrow keys, Home and End walk through an open menu; opening focuses the first item; choosing closes it. */
export function useMenuKeys(list: RefObject<HTMLElement>): void {
  useEffect(() => {
    const menu = list.current;
    if (!menu) return;
    // Attached here because React 18 knows the toggle event of <details> only.
    const onToggle = (event: Event) => {
      if ((event as ToggleEvent).newState === 'open') itemsOf(menu)[0]?.focus();
    };
    const onKeyDown = (event: KeyboardEvent) => {
      const items = itemsOf(menu);
      const next = nextIndex(event.key, items.indexOf(document.activeElement as HTMLElement), items.length);
      if (next === null) return;
      event.preventDefault();
      items[next]?.focus();
    };
    const onClick = (event: MouseEvent) => {
      const item = (event.target as Element).closest('a[href], button:not([data-stays-open])');
      if (item) menu.hidePopover?.();
    };
    menu.addEventListener('toggle', onToggle);
    menu.addEventListener('keydown', onKeyDown);
    menu.addEventListener('click', onClick);
    return () => {
      menu.removeEventListener('toggle', onToggle);
      menu.removeEventListener('keydown', onKeyDown);
      menu.removeEventListener('click', onClick);
    };
  }, [list]);
}

function itemsOf(menu: HTMLElement): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>(ITEMS)].filter((item) => item.checkVisibility());
}

/** Index that a key leads to, at the ends around to the other one; null for a key that moves nothing. */
function nextIndex(key: string, index: number, count: number): number | null {
  if (key === 'ArrowDown') return (index + 1) % count;
  if (key === 'ArrowUp') return (index - 1 + count) % count;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  return null;
}
