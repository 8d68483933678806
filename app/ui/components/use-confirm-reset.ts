import { useEffect, type RefObject } from 'react';

const REST_AFTER_MS = 5_000;

/** Closes an open confirmation on a press elsewhere, on Escape, and after 5 s; opening it focuses the second press. */
export function useConfirmReset(details: RefObject<HTMLDetailsElement>): void {
  useEffect(() => {
    const element = details.current;
    if (!element) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const close = () => {
      element.open = false;
    };
    const onPress = (event: Event) => {
      if (!element.contains(event.target as Node)) close();
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      close();
      element.querySelector('summary')?.focus();
    };
    const onToggle = () => {
      clearTimeout(timer);
      document.removeEventListener('pointerdown', onPress);
      element.removeEventListener('keydown', onKey);
      if (!element.open) return;
      element.querySelector('button')?.focus();
      timer = setTimeout(close, REST_AFTER_MS);
      document.addEventListener('pointerdown', onPress);
      element.addEventListener('keydown', onKey);
    };
    element.addEventListener('toggle', onToggle);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('pointerdown', onPress);
      element.removeEventListener('keydown', onKey);
      element.removeEventListener('toggle', onToggle);
    };
  }, [details]);
}
