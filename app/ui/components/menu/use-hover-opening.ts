import { useEffect, type RefObject } from 'react';

/** Long enough for a pointer that passes by, and for one that crosses the gap between button and menu. */
const OPEN_AFTER_MS = 80;
const CLOSE_AFTER_MS = 250;

/**
 * Opens a menu while a mouse rests on it or on its button. It takes no focus then, and closes when the mouse leaves;
 * a press on the button keeps it open.
 * @param list the menu; whatever is around it and the button is its parent
 */
export function useHoverOpening(list: RefObject<HTMLElement>, isOn: boolean): void {
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
