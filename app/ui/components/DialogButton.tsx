import type { ButtonHTMLAttributes } from 'react';
import { buttonClasses, type ButtonLook } from './button-look.ts';
import { openDialog } from './open-dialog.ts';

type DialogButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & ButtonLook & { dialog: string };

/** Opens a Dialog by its id, without scripts where the browser knows invoker commands. */
export function DialogButton({ dialog, variant, size, className, ...rest }: DialogButtonProps) {
  return (
    <button
      {...rest}
      type="button"
      aria-haspopup="dialog"
      command="show-modal"
      commandfor={dialog}
      onClick={() => {
        if (!('command' in HTMLButtonElement.prototype)) openDialog(dialog);
      }}
      className={buttonClasses({ variant, size }, className)}
    />
  );
}
