const PLACE = /\{\{([\w-]+)\}\}/g;

/**
 * Puts facts of this installation in the places of a chapter that name them: `{{base}}`.
 * @throws Error for a place that no fact is known for
 */
export function fillIn(text: string, facts: Readonly<Record<string, string>>): string {
  return text.replaceAll(PLACE, (_place, name: string) => {
    const fact = facts[name];
    if (fact === undefined) throw new Error(`A chapter names a fact that is not known: ${name}`);
    return fact;
  });
}
