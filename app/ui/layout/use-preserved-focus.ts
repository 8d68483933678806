import { useEffect } from 'react';

/**
 * Keeps the keyboard focus in the page: when the focused element is removed, the focus moves to one of the
 * ids in the nearest `data-focus-after`, else to the last `data-focus-home` of the page, else to the content.
 * Without this the next Tab would start at the top of the document.
 */
export function usePreservedFocus(): void {
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
