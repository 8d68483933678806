import { useEffect, useRef, type ButtonHTMLAttributes, type ReactNode, type RefObject } from 'react';
import { buttonClasses, type ButtonLook } from './button-look.ts';

type ConfirmButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> &
  ButtonLook & {
    /** Content before the first press. */
    children: ReactNode;
    /** Content of the second button, in the same place. */
    confirm: ReactNode;
    className?: string;
  };

const REST_AFTER_MS = 5_000;

/**
 * Two presses in one place: the first asks, the second submits the form around it. It is a native disclosure,
 * so that both presses work without scripts; with scripts it resets on a press elsewhere or after some
 * seconds.
 */
export function ConfirmButton({ children, confirm, variant, size, className, ...rest }: ConfirmButtonProps) {
  const details = useRef<HTMLDetailsElement>(null);
  useConfirmReset(details);
  return (
    <details ref={details} className="group/confirm relative inline-grid">
      <summary className={buttonClasses({ variant, size }, className)}>{children}</summary>
      <button
        type="submit"
        {...rest}
        className={buttonClasses(
          { variant: 'danger', size },
          'absolute inset-0 animate-arm whitespace-nowrap',
        )}
      >
        {confirm}
      </button>
    </details>
  );
}

/**
 * Closes an open confirmation on a press elsewhere, on Escape, after 5 s and after the second press; opening
 * it focuses the second button, and closing it returns the focus.
 */
function useConfirmReset(details: RefObject<HTMLDetailsElement>): void {
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
      // Closes only the confirmation: the menu or dialog around it stays open.
      event.preventDefault();
      close();
    };
    // Deferred until the form has been submitted.
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
