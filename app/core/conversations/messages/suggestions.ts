const MOST = 5;
/** Letters of each: what is longer is no suggestion, and cut it would say something else. */
const LONGEST = 200;

/** What a service suggests to ask next, as it is kept: the first few, each on one line, none twice. */
export function fitSuggestions(texts: readonly string[]): string[] {
  const fitting = new Set<string>();
  for (const text of texts) {
    const line = text.length > 2 * LONGEST ? '' : text.replaceAll(/\s+/g, ' ').trim();
    if (line !== '' && line.length <= LONGEST) fitting.add(line);
    if (fitting.size === MOST) break;
  }
  return [...fitting];
}

/** As the row of a message keeps them; null for none. */
export function writeSuggestions(suggestions: readonly string[]): string | null {
  return suggestions.length === 0 ? null : JSON.stringify(suggestions);
}

/** What `writeSuggestions` wrote. */
export function readSuggestions(kept: string | null): string[] {
  return kept === null ? [] : (JSON.parse(kept) as string[]);
}
