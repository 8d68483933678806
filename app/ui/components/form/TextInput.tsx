import { forwardRef, type InputHTMLAttributes } from 'react';
import { CONTROL_CLASSES } from './control-classes.ts';
import { joinClasses } from '#app/ui/components/join-classes.ts';

/** A line of text. Uncontrolled: `defaultValue`, never `value`. */
export const TextInput = forwardRef<HTMLInputElement, InputHTMLAttributes<HTMLInputElement>>(
  function TextInput({ className, ...rest }, ref) {
    return (
      <input
        ref={ref}
        type="text"
        dir="auto"
        {...rest}
        className={joinClasses(CONTROL_CLASSES, 'control', className)}
      />
    );
  },
);
