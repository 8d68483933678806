/**
 * Preserves text that was typed into text areas before hydration. If a text area still has its initial
 * default value, React resets it to that and loses the typed text; therefore the default value is set to the
 * typed text while it is typed.
 * @returns stops it; to be called after hydration
 */
export function keepTypedText(): () => void {
  const keep = (area: HTMLTextAreaElement) => {
    if (area.value !== area.defaultValue) area.defaultValue = area.value;
  };
  const onInput = ({ target }: Event) => {
    if (target instanceof HTMLTextAreaElement) keep(target);
  };
  document.querySelectorAll('textarea').forEach(keep);
  document.addEventListener('input', onInput, true);
  return () => document.removeEventListener('input', onInput, true);
}
