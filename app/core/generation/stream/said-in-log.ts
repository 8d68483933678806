import { deltaText } from '#app/contracts/completion.ts';
import type { LogEntry } from '#app/contracts/generation.ts';

/** What the entries of a log say. */
export function saidIn(entries: readonly LogEntry[]): Record<'text' | 'thinking' | 'asides', string> {
  const said = { text: '', thinking: '', asides: '' };
  for (const entry of entries) {
    if (entry.type === 'text' || entry.type === 'thinking') said[entry.type] += entry.text;
    else if (entry.type === 'delta') said.asides += deltaText(entry.delta);
  }
  return said;
}

/** The longest of what a log and a row have of the same words. */
export function longest(...texts: string[]): string {
  return texts.reduce((longer, text) => (text.length > longer.length ? text : longer), '');
}
