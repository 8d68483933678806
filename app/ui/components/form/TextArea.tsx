import { forwardRef, type KeyboardEvent, type TextareaHTMLAttributes } from 'react';
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

/**
 * Submits the form of a text box by Enter; with Shift it adds a line, and during a composition it belongs to the
 * input method.
 */
export function submitOnEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (!isSendKey(event.nativeEvent)) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}

/** Returns whether a key sends the message: Enter without Shift, and not the end of a composition. */
export function isSendKey({
  key,
  shiftKey,
  isComposing,
  keyCode,
}: Pick<globalThis.KeyboardEvent, 'key' | 'shiftKey' | 'isComposing' | 'keyCode'>): boolean {
  // keyCode 229: Safari ends a composition before it reports the key.
  return key === 'Enter' && !shiftKey && !isComposing && keyCode !== 229;
}
