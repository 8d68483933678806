import type { ButtonHTMLAttributes } from 'react';
import { buttonClasses, type ButtonLook } from './button-look.ts';
import { Spinner } from '#app/ui/components/Spinner.tsx';

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> &
  ButtonLook & {
    /** Shows that the action is in progress; a second press does nothing. */
    busy?: boolean;
  };

/** A button; inside a form it submits unless `type` is set. */
export function Button({ variant, size, busy = false, className, children, onClick, ...rest }: ButtonProps) {
  const isDisabled = busy || rest['aria-disabled'];
  return (
    <button
      type="submit"
      {...rest}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      aria-busy={busy || undefined}
      aria-disabled={isDisabled || undefined}
      className={buttonClasses({ variant, size }, className)}
    >
      {busy && <Spinner />}
      {children}
    </button>
  );
}
