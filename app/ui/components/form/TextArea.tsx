import { forwardRef, type TextareaHTMLAttributes } from 'react';
import { CONTROL_CLASSES } from './control-classes.ts';
import { joinClasses } from '#app/ui/components/join-classes.ts';

/**
 * Several lines of text; it grows with its content if the browser supports that. Uncontrolled:
 * `defaultValue`.
 */
export const TextArea = forwardRef<HTMLTextAreaElement, TextareaHTMLAttributes<HTMLTextAreaElement>>(
  function TextArea({ className, ...rest }, ref) {
    return (
      <textarea
        ref={ref}
        dir="auto"
        {...rest}
        className={joinClasses(CONTROL_CLASSES, 'control field-sizing-content py-2', className)}
      />
    );
  },
);
