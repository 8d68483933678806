import type { PromptMessage } from '#app/contracts/completion.ts';
import { LEFT_OUT } from '#app/core/providers/shared/prompt/go-on.ts';
import { plainText } from '#app/core/providers/shared/prompt/plain-text.ts';

interface Turn {
  side: 'Human' | 'Assistant';
  text: string;
}

/** What begins a turn of the wire when it stands at the beginning of a line. */
const MARK = /\n(Human|Assistant):/g;

/**
 * A conversation as one text of alternating turns, which ends where the answer is to begin. Instructions stand before the
 * first words of the person: the wire has no other place for them. A last turn of the model's is gone on with.
 * @throws ProviderError for what the wire has no words for
 */
export function toPrompt(messages: readonly PromptMessage[]): string {
  const instructions: string[] = [];
  const turns: Turn[] = [];
  for (const message of messages) {
    const text = plainText(message);
    if (message.role === 'system' || message.role === 'developer') instructions.push(text);
    else append(turns, { side: message.role === 'assistant' ? 'Assistant' : 'Human', text });
  }
  if (turns[0]?.side !== 'Human') turns.unshift({ side: 'Human', text: turns.length > 0 ? LEFT_OUT : '' });
  const first = turns[0]!;
  first.text = [...instructions, first.text].filter((text) => text !== '').join('\n\n');
  if (turns.at(-1)?.side === 'Human') turns.push({ side: 'Assistant', text: '' });
  return turns
    .map(({ side, text }) => `\n\n${side}:${text === '' ? '' : ` ${unmarked(text)}`}`)
    .join('')
    .trimEnd();
}

function append(turns: Turn[], turn: Turn): void {
  const last = turns.at(-1);
  if (turn.text === '') return;
  if (last?.side === turn.side) last.text += `\n\n${turn.text}`;
  else turns.push(turn);
}

/** Words that would begin a turn are those of whoever says them, and begin none. */
function unmarked(text: string): string {
  return text.replace(MARK, '\n $1:');
}
