import type { PromptMessage } from '#app/contracts/completion.ts';
import { plainText } from './plain-text.ts';

/** What begins a line of a transcript, and says whose it is. */
const LINES = {
  system: '[system](#additional_instructions)',
  user: '[user](#message)',
  assistant: '[assistant](#message)',
} as const;

type Side = keyof typeof LINES;

/** Where a model begins to speak for the person, its answer is over. */
export const NEXT_TURN = `\n\n${LINES.user}`;

/** What would begin a line of a transcript when it stands at the beginning of one. */
const MARK = /^\[(?=(?:system|user|assistant)\]\(#)/gim;

/**
 * Turns as one text, for wires that take a single message: each begins with whose it is. Messages of a developer are what
 * is read beside the conversation, and stand before it under no name.
 * @throws ProviderError for what the wire has no words for
 */
export function transcriptOf(messages: readonly PromptMessage[]): string {
  const read: string[] = [];
  const told: string[] = [];
  const turns: string[] = [];
  for (const message of messages) {
    const text = saidBy(message);
    if (text === '') continue;
    if (message.role === 'developer') read.push(text);
    else if (message.role === 'system') told.push(lineOf('system', text));
    else turns.push(lineOf(message.role === 'assistant' ? 'assistant' : 'user', text));
  }
  return [...read, ...told, ...turns].join('\n\n');
}

/**
 * The words of a message. What would begin a turn is of whoever says it, and begins none.
 * @throws ProviderError for what the wire has no words for
 */
export function saidBy(message: PromptMessage): string {
  return plainText(message).replace(MARK, ' [');
}

function lineOf(side: Side, text: string): string {
  return `${LINES[side]}\n${text}`;
}
