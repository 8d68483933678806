import { useEffect, type RefObject } from 'react';

const ITEMS = 'a[href], button:not(:disabled), summary, input:not(:disabled, [type=hidden])';

/**
 * Arrow keys, Home and End walk through an open menu; opening focuses the first item; choosing, or leaving by the
 * Tab key, closes it, and what was unfolded in it folds.
 * @param onClose runs however it closes; must be the same function in every render
 */
export function useMenuKeys(list: RefObject<HTMLElement>, onClose?: () => void): void {
  useEffect(() => {
    const menu = list.current;
    if (!menu) return;
    // Attached here because React 18 knows the toggle event of <details> only.
    const onToggle = (event: Event) => {
      if (event.target !== menu) return;
      if ((event as ToggleEvent).newState === 'open') {
        // A mouse that rests on the button leaves the focus where it is.
        if (!('hovered' in menu.dataset)) itemsOf(menu)[0]?.focus();
        return;
      }
      delete menu.dataset.hovered;
      for (const unfolded of menu.querySelectorAll('details')) unfolded.open = false;
      onClose?.();
    };
    const onKeyDown = (event: KeyboardEvent) => {
      const items = itemsOf(menu);
      const active = document.activeElement as HTMLElement;
      const next = nextIndex(event.key, items.indexOf(active), items.length);
      if (next === null || (isSideways(event.key) && active instanceof HTMLInputElement)) return;
      event.preventDefault();
      items[next]?.focus();
    };
    const onClick = (event: MouseEvent) => {
      const item = (event.target as Element).closest('a[href], button:not([data-stays-open])');
      if (item) menu.hidePopover?.();
    };
    const onFocusOut = ({ relatedTarget: next }: FocusEvent) => {
      // A press on the menu's own button closes it by itself.
      if (!(next instanceof Element) || menu.contains(next) || opens(next, menu)) return;
      menu.hidePopover?.();
    };
    menu.addEventListener('toggle', onToggle);
    menu.addEventListener('keydown', onKeyDown);
    menu.addEventListener('click', onClick);
    menu.addEventListener('focusout', onFocusOut);
    return () => {
      menu.removeEventListener('toggle', onToggle);
      menu.removeEventListener('keydown', onKeyDown);
      menu.removeEventListener('click', onClick);
      menu.removeEventListener('focusout', onFocusOut);
    };
  }, [list, onClose]);
}

function itemsOf(menu: HTMLElement): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>(ITEMS)].filter((item) => item.checkVisibility());
}

function opens(button: Element, menu: HTMLElement): boolean {
  return button.closest('[popovertarget]')?.getAttribute('popovertarget') === menu.id;
}

/** Home and End move within a text that is being typed. */
function isSideways(key: string): boolean {
  return key === 'Home' || key === 'End';
}

/** Index that a key leads to, at the ends around to the other one; null for a key that moves nothing. */
function nextIndex(key: string, index: number, count: number): number | null {
  if (key === 'ArrowDown') return (index + 1) % count;
  if (key === 'ArrowUp') return (index - 1 + count) % count;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  return null;
}
