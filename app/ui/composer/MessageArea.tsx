import { forwardRef, type KeyboardEvent, type TextareaHTMLAttributes } from 'react';
import { isSendKey } from '#app/ui/components/form/TextArea.tsx';
import { joinClasses } from '#app/ui/components/join-classes.ts';

type MessageAreaProps = Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'onKeyDown'> & {
  /** Replaces the submit of the form when Enter is pressed. */
  onEnter?: (area: HTMLTextAreaElement) => void;
};

/**
 * The text of the next message: one row that grows with its text. Enter sends; with Shift it adds a line, and
 * during a composition it belongs to the input method. It is uncontrolled: a script that arrives late takes
 * over the text that was typed in it.
 */
export const MessageArea = forwardRef<HTMLTextAreaElement, MessageAreaProps>(function MessageArea(
  { onEnter = submitForm, className, ...rest },
  ref,
) {
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (!isSendKey(event.nativeEvent)) return;
    event.preventDefault();
    onEnter(event.currentTarget);
  };
  return (
    <textarea
      ref={ref}
      name="text"
      rows={1}
      enterKeyHint="send"
      {...rest}
      onKeyDown={onKeyDown}
      className={joinClasses(
        'block field-sizing-content max-h-52 min-h-14 w-full resize-none bg-transparent px-4 py-4 text-md leading-chrome outline-none rtl:placeholder-shown:[direction:rtl]',
        className,
      )}
    />
  );
});

function submitForm(area: HTMLTextAreaElement): void {
  area.form?.requestSubmit();
}

/** Puts a text into the box as if it had been typed, so that listeners are notified. */
export function putText(area: HTMLTextAreaElement, text: string): void {
  area.value = text;
  area.dispatchEvent(new Event('input', { bubbles: true }));
}
