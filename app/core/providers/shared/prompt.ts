import type { PromptMessage } from '#app/contracts/completion.ts';
import { refused } from './failure.ts';

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

/** How a model that takes no beginning of its answer is asked to go on with its own words. */
export const GO_ON =
  'Your last message was cut off. Go on exactly where it ends: begin with the very next character, repeat nothing and say nothing about it.';

/** Stands for the turns before a conversation whose beginning was left out: the first turn must be a user's. */
export const LEFT_OUT = '…';

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

/**
 * What a message says, for wires that have no words for anything else.
 * @throws ProviderError for tools, pictures and other parts
 */
export function plainText(message: PromptMessage): string {
  if (message.role === 'tool' || message.role === 'function' || 'tool_calls' in message)
    throw refused('this provider knows no tools');
  const { content } = message;
  if (content === null || content === undefined) return '';
  if (typeof content === 'string') return content.trim();
  const texts = content.map((part) => {
    if (part.type === 'text') return part.text;
    if (part.type === 'refusal') return part.refusal;
    throw refused(`this provider does not take parts of the type ${part.type}`);
  });
  return texts.join('\n').trim();
}
