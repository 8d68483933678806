import type { ComponentProps } from 'react';
import { joinClasses } from '#app/ui/components/join-classes.ts';
import { TextInput } from './TextInput.tsx';

/** A text box for an amount of dollars, in figures of one width and from left to right in every language. */
export function DollarInput({ className, ...rest }: ComponentProps<typeof TextInput>) {
  return (
    <TextInput
      {...rest}
      inputMode="decimal"
      dir="ltr"
      autoComplete="off"
      className={joinClasses('font-mono', className)}
    />
  );
}
