const LONGEST = 400;

/** An answer based on tool results. */
export function describeResults(results: readonly { name: string; text: string }[]): string {
  const lines = results.map(({ name, text }) => `${name} says: ${text.slice(0, LONGEST)}`);
  return lines.length === 1 ? `${lines[0]}` : lines.map((line) => `- ${line}`).join('\n');
}
