import { useEffect, useId, useRef, type ReactNode, type RefObject } from 'react';
import { Icon } from '#app/ui/components/Icon.tsx';
import { joinClasses } from '#app/ui/components/join-classes.ts';
import type { Drawing } from '#app/ui/icons/lucide.ts';

interface MenuProps {
  /** Accessible name of the button and of the menu. */
  label: string;
  /** An icon as the only content; otherwise use `face`. */
  icon?: Drawing;
  /** Content of the button. It must contain the label's text, or be an image. */
  face?: ReactNode;
  /** The edge of the button to which the menu is aligned. */
  align?: 'start' | 'end' | 'above';
  /** Classes of the button in place of the plain style. */
  className?: string;
  /** Id of the button. */
  buttonId?: string;
  disabled?: boolean;
  /** Also opens on mouse hover. */
  opensOnHover?: boolean;
  /** Called on every close, from any cause. Must be the same function in every render. */
  onClose?: () => void;
  children: ReactNode;
}

const PLAIN =
  'control control-square inline-flex items-center justify-center gap-1.5 rounded-control px-2 text-text-muted transition-colors hover:bg-surface-sunken hover:text-text';

const ALIGN = { start: 'floating-start', end: 'floating-end', above: 'floating-above' };

/** Delays that ignore a passing pointer, and allow one to cross the gap between button and menu. */
const OPEN_AFTER_MS = 80;

const CLOSE_AFTER_MS = 250;

const ITEMS = 'a[href], button:not(:disabled), summary, input:not(:disabled, [type=hidden])';

/**
 * A button and its list of links and actions: a native popover, so that it opens and closes (on Escape and on
 * a press elsewhere) without scripts. With scripts the arrow keys move through it.
 */
export function Menu({
  label,
  icon,
  face,
  align = 'start',
  className,
  buttonId,
  disabled,
  opensOnHover = false,
  onClose,
  children,
}: MenuProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  useMenuKeys(list, onClose);
  useHoverOpening(list, opensOnHover);
  return (
    <span className="anchor-host inline-flex min-w-0">
      <button
        type="button"
        id={buttonId}
        disabled={disabled}
        popovertarget={id}
        popovertargetaction={opensOnHover ? 'show' : undefined}
        aria-label={face ? undefined : label}
        className={className ?? PLAIN}
      >
        {face ?? (icon && <Icon of={icon} size={20} />)}
      </button>
      <div
        ref={list}
        id={id}
        popover="auto"
        className={joinClasses(
          'my-1 max-h-[70dvh] min-w-48 floating overflow-y-auto rounded-card border border-line bg-surface-raised p-1 text-base text-text shadow-float',
          ALIGN[align],
        )}
      >
        {children}
      </div>
    </span>
  );
}

/**
 * Opens a menu while the mouse is over it or its button. The menu then takes no focus, and closes when the
 * mouse leaves; a press on the button keeps it open.
 * @param list the menu; its parent contains the menu and its button
 */
function useHoverOpening(list: RefObject<HTMLElement>, isOn: boolean): void {
  useEffect(() => {
    const menu = list.current;
    const host = menu?.parentElement;
    if (!isOn || !menu || !host) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = (act: () => void, ms: number) => {
      clearTimeout(timer);
      timer = setTimeout(act, ms);
    };
    const open = () => {
      if (menu.matches(':popover-open')) return;
      menu.dataset.hovered = '';
      menu.showPopover?.();
    };
    const close = () => {
      if ('hovered' in menu.dataset) menu.hidePopover?.();
    };
    const onEnter = ({ pointerType }: PointerEvent) => pointerType === 'mouse' && later(open, OPEN_AFTER_MS);
    const onLeave = () => later(close, CLOSE_AFTER_MS);
    const onPress = () => {
      clearTimeout(timer);
      delete menu.dataset.hovered;
    };
    host.addEventListener('pointerenter', onEnter);
    host.addEventListener('pointerleave', onLeave);
    host.addEventListener('click', onPress);
    return () => {
      clearTimeout(timer);
      host.removeEventListener('pointerenter', onEnter);
      host.removeEventListener('pointerleave', onLeave);
      host.removeEventListener('click', onPress);
    };
  }, [list, isOn]);
}

/**
 * Arrow keys, Home and End move through an open menu, also from its button; opening focuses the first item;
 * choosing an item, or leaving by the Tab key, closes it, and collapses its open sections.
 * @param onClose called on every close; must be the same function in every render
 */
function useMenuKeys(list: RefObject<HTMLElement>, onClose?: () => void): void {
  useEffect(() => {
    const menu = list.current;
    const host = menu?.parentElement;
    if (!menu || !host) return;
    // Attached here because React 18 supports the toggle event of <details> only.
    const onToggle = (event: Event) => {
      if (event.target !== menu) return;
      if ((event as ToggleEvent).newState === 'open') {
        // Opening by hover does not move the focus, and a key pressed before this event may have moved it.
        if (!('hovered' in menu.dataset) && !menu.contains(document.activeElement)) itemsOf(menu)[0]?.focus();
        return;
      }
      delete menu.dataset.hovered;
      for (const unfolded of menu.querySelectorAll('details')) unfolded.open = false;
      onClose?.();
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (!menu.matches(':popover-open')) return;
      const items = itemsOf(menu);
      const active = document.activeElement as HTMLElement;
      const next = nextIndex(event.key, items.indexOf(active), items.length);
      if (next === null || (isSideways(event.key) && isTextInput(active))) return;
      event.preventDefault();
      items[next]?.focus();
    };
    const onClick = (event: MouseEvent) => {
      const item = (event.target as Element).closest('a[href], button:not([data-stays-open]), [type=file]');
      if (item) menu.hidePopover?.();
    };
    const onFocusOut = ({ relatedTarget: next }: FocusEvent) => {
      // A press on the menu's own button closes it natively.
      if (!(next instanceof Element) || menu.contains(next) || opens(next, menu)) return;
      menu.hidePopover?.();
    };
    menu.addEventListener('toggle', onToggle);
    host.addEventListener('keydown', onKeyDown);
    menu.addEventListener('click', onClick);
    menu.addEventListener('focusout', onFocusOut);
    return () => {
      menu.removeEventListener('toggle', onToggle);
      host.removeEventListener('keydown', onKeyDown);
      menu.removeEventListener('click', onClick);
      menu.removeEventListener('focusout', onFocusOut);
    };
  }, [list, onClose]);
}

function itemsOf(menu: HTMLElement): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>(ITEMS)].filter((item) => item.checkVisibility());
}

/** An input in which a cursor moves. */
function isTextInput(element: HTMLElement): boolean {
  return element instanceof HTMLInputElement && element.type !== 'file';
}

function opens(button: Element, menu: HTMLElement): boolean {
  return button.closest('[popovertarget]')?.getAttribute('popovertarget') === menu.id;
}

/** Home and End move the cursor within a text input. */
function isSideways(key: string): boolean {
  return key === 'Home' || key === 'End';
}

/**
 * The index that a key moves to, wrapping around at the ends; null for other keys.
 * @param index the current one; -1 while the focus is on the menu's button
 */
function nextIndex(key: string, index: number, count: number): number | null {
  if (key === 'ArrowDown') return (index + 1) % count;
  if (key === 'ArrowUp') return (index > 0 ? index : count) - 1;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  return null;
}
