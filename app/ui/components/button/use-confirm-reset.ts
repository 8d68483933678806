import { useEffect, type RefObject } from 'react';

const REST_AFTER_MS = 5_000;

/**
 * Closes an open confirmation on a press elsewhere, on Escape, after 5 s and after the second press; opening it
 * focuses the second press, and closing it gives the focus back.
 */
export function useConfirmReset(details: RefObject<HTMLDetailsElement>): void {
  useEffect(() => {
    const element = details.current;
    if (!element) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const close = () => {
      const hadFocus = element.contains(document.activeElement);
      element.open = false;
      if (hadFocus) element.querySelector('summary')?.focus();
    };
    const onPress = (event: Event) => {
      if (!element.contains(event.target as Node)) close();
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      // Only the question: the menu or the dialog around it stays.
      event.preventDefault();
      close();
    };
    // Once the form is on its way.
    const onSubmit = () => setTimeout(close);
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
    const form = element.closest('form');
    element.addEventListener('toggle', onToggle);
    form?.addEventListener('submit', onSubmit);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('pointerdown', onPress);
      element.removeEventListener('keydown', onKey);
      element.removeEventListener('toggle', onToggle);
      form?.removeEventListener('submit', onSubmit);
    };
  }, [details]);
}
