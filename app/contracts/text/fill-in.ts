/** Texts of the product's own, not of users: see `fillVariables` for those. */
const PLACEHOLDER = /\{\{([\w-]+)\}\}/g;

/** The names of a text's placeholders, in order of appearance. */
export function placeholdersOf(text: string): string[] {
  return [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name);
}

/**
 * Replaces the placeholders of one of the product's texts: `{{name}}`. Inserted values are not read again.
 * @throws Error for a placeholder without a value
 */
export function fillIn(text: string, values: Readonly<Record<string, string | undefined>>): string {
  return text.replaceAll(PLACEHOLDER, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`The placeholder ${name} has no value`);
    return value;
  });
}
