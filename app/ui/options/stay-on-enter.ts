import type { KeyboardEvent } from 'react';

/** For a field on one line: Enter in it would press the first button of the composer's form. */
export function stayOnEnter(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key === 'Enter') event.preventDefault();
}
