import { useRef, type ButtonHTMLAttributes, type ReactNode } from 'react';
import { buttonClasses, type ButtonLook } from './button-look.ts';
import { useConfirmReset } from './use-confirm-reset.ts';

type ConfirmButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> &
  ButtonLook & {
    /** What stands there at rest. */
    children: ReactNode;
    /** What the second press says, in the same place. */
    confirm: ReactNode;
    className?: string;
  };

/**
 * Two presses in one place: the first asks, the second submits the form around it. A native disclosure, so that
 * both presses work without scripts; with scripts it returns to rest on a press elsewhere or after some seconds.
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
