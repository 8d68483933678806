/** Maximum number of distinct variables in one template. */
const MOST = 20;
const NAME_MAX = 40;

/** Names of a template's variables, each once, in order of appearance. */
export function variablesOf(text: string): string[] {
  return [...new Set(blanksIn(text).map(({ name }) => name))].slice(0, MOST);
}

/** Fills in the variables of a user's text; those without a value stay unchanged. */
export function fillVariables(text: string, values: ReadonlyMap<string, string>): string {
  const parts: string[] = [];
  let at = 0;
  for (const { start, end, name } of blanksIn(text)) {
    const value = values.get(name);
    if (value === undefined) continue;
    parts.push(text.slice(at, start), value);
    at = end;
  }
  return [...parts, text.slice(at)].join('');
}

interface Blank {
  start: number;
  end: number;
  name: string;
}

/** The places of a text that contain a variable to fill in. */
export function blanksIn(text: string): Blank[] {
  const found: Blank[] = [];
  for (let at = text.indexOf('{{'); at >= 0;) {
    const end = text.indexOf('}}', at + 2);
    if (end < 0) break;
    // The innermost pair of brackets counts, so that an unclosed one has no effect.
    const start = Math.max(at, text.lastIndexOf('{{', end - 1));
    const name = text.slice(start + 2, end).trim();
    if (name !== '' && name.length <= NAME_MAX && !name.includes('\n'))
      found.push({ start, end: end + 2, name });
    at = text.indexOf('{{', end + 2);
  }
  return found;
}
