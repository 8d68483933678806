import type { PromptMessage } from '#app/contracts/completion.ts';
import { refused } from './failure.ts';

/** Line marks of a transcript; each names the speaker. */
const LINE_MARKS = {
  system: '[system](#additional_instructions)',
  user: '[user](#message)',
  assistant: '[assistant](#message)',
} as const;

type Side = keyof typeof LINE_MARKS;

/** The answer ends where the model begins to speak for the user. */
export const NEXT_TURN = `\n\n${LINE_MARKS.user}`;

/** Text that would be read as a transcript mark if it began a line. */
const MARK = /^\[(?=(?:system|user|assistant)\]\(#)/gim;

/** Instruction to continue its own text, for a model that cannot be given the beginning of its answer. */
export const CONTINUE_PROMPT =
  'Your last message was cut off. Go on exactly where it ends: begin with the very next character, repeat nothing and say nothing about it.';

/** Max tokens of that instruction. */
export const CONTINUE_TOKENS = 128;

/** `[system](#additional_instructions)` and the blank line before it, of which each letter may be a token. */
const TRANSCRIPT_MARK = 40;

/** Max tokens that a transcript has besides its texts; it may end with the request to continue. */
export function maxTranscriptTokens(turns: number): number {
  return CONTINUE_TOKENS + TRANSCRIPT_MARK * (turns + 1);
}

/** Placeholder turn for a conversation whose beginning was left out: the first turn must be a user's. */
export const OMITTED_TURNS = '…';

/**
 * Writes the turns as one text, for wires that take a single message: each turn begins with its speaker.
 * Developer messages are context for the conversation and stand before it without a mark.
 * @throws ProviderError for content that the wire cannot express
 */
export function transcriptOf(messages: readonly PromptMessage[]): string {
  const context: string[] = [];
  const instructions: string[] = [];
  const turns: string[] = [];
  for (const message of messages) {
    const text = messageText(message);
    if (text === '') continue;
    if (message.role === 'developer') context.push(text);
    else if (message.role === 'system') instructions.push(lineOf('system', text));
    else turns.push(lineOf(message.role === 'assistant' ? 'assistant' : 'user', text));
  }
  return [...context, ...instructions, ...turns].join('\n\n');
}

/**
 * The text of a message, with line marks inside it disarmed so that they do not begin a turn.
 * @throws ProviderError for content that the wire cannot express
 */
export function messageText(message: PromptMessage): string {
  return plainText(message).replace(MARK, ' [');
}

function lineOf(side: Side, text: string): string {
  return `${LINE_MARKS[side]}\n${text}`;
}

/**
 * The text of a message, for wires that support nothing but text.
 * @throws ProviderError for tools, images and other parts
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
