import { blanksIn } from '#app/contracts/prompts/variables.ts';

/** Selects the first gap of a template in the box, to be typed over; Tab leads to the next one, and after the last away. */
export function walkBlanks(area: HTMLTextAreaElement): void {
  area.focus();
  if (!selectBlank(area, 0)) return;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Tab' || event.shiftKey || event.isComposing) return;
    if (selectBlank(area, area.selectionEnd)) event.preventDefault();
    else area.removeEventListener('keydown', onKeyDown);
  };
  area.addEventListener('keydown', onKeyDown);
}

function selectBlank(area: HTMLTextAreaElement, from: number): boolean {
  const blank = blanksIn(area.value).find(({ start }) => start >= from);
  if (blank) area.setSelectionRange(blank.start, blank.end);
  return blank !== undefined;
}
