/** A text of a form, as it was typed; '' for one that is absent, and for a file in its place. */
export function formText(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}
