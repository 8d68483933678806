/**
 * Keeps what was typed into text areas before the script takes the page over. React gives a text area that
 * still holds its first content this content again and so takes the typed text away; the content is therefore
 * made the same as what was typed, as it is typed.
 * @returns ends it; to be called once the page is taken over
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
