import { forwardRef, type ComponentPropsWithoutRef } from 'react';
import { joinClasses } from '#app/ui/components/join-classes.ts';
import { TextInput } from './TextInput.tsx';

/** A text box for an amount of dollars, in monospaced digits and from left to right in every language. */
export const DollarInput = forwardRef<HTMLInputElement, ComponentPropsWithoutRef<typeof TextInput>>(
  function DollarInput({ className, ...rest }, ref) {
    return (
      <TextInput
        ref={ref}
        {...rest}
        inputMode="decimal"
        dir="ltr"
        autoComplete="off"
        className={joinClasses('font-mono', className)}
      />
    );
  },
);
