import type {
  ChatCompletionCreateParamsNonStreaming,
  ChatCompletionMessageParam,
  ChatCompletionTokenLogprob,
} from 'openai/resources/chat/completions';

/**
 * The words in which models are asked and answer: OpenAI's chat completions, which every client and most
 * providers speak. Typed by the official package, so that what passes through unchanged stays what it was.
 */

/** A turn of a conversation: system, developer, user, assistant or tool; text, or parts with images and files. */
export type PromptMessage = ChatCompletionMessageParam;

/** What a caller may ask beside model, messages, length and manner of delivery. */
export type CompletionOptions = Partial<
  Omit<
    ChatCompletionCreateParamsNonStreaming,
    'model' | 'messages' | 'stream' | 'stream_options' | 'max_tokens' | 'max_completion_tokens'
  >
> & {
  /** Choose among so many likeliest tokens: not OpenAI's, but of many others. */
  top_k?: number;
};

/** What a chunk adds to one choice, beside plain text: tool calls, a refusal, text with its probabilities. */
export interface CompletionDelta {
  content?: string;
  refusal?: string;
  tool_calls?: ToolCallPiece[];
  reasoning_details?: ReasoningDetail[];
}

/** A piece of a tool's call: the first names it, later ones add to what it is called with. */
export interface ToolCallPiece {
  index: number;
  id?: string;
  type?: 'function' | 'custom';
  function?: { name?: string; arguments?: string };
  /** Of a tool that takes plain text. */
  custom?: { name?: string; input?: string };
}

/**
 * A block of thoughts that its maker signed and wants back before the results of the tools that it led to. The shape
 * is OpenRouter's, because clients know it.
 */
export type ReasoningDetail = { index: number; format: typeof CLAUDE_THOUGHTS } & (
  { type: 'reasoning.text'; text: string; signature: string } | { type: 'reasoning.encrypted'; data: string }
);

export const CLAUDE_THOUGHTS = 'anthropic-claude-v1';

export interface CompletionLogprobs {
  content: ChatCompletionTokenLogprob[] | null;
  refusal: ChatCompletionTokenLogprob[] | null;
}

/** Everything that a delta makes the model say, as one text: for counting what was produced. */
export function deltaText({ content, refusal, tool_calls: calls }: CompletionDelta): string {
  const said = (content ?? '') + (refusal ?? '');
  if (!calls) return said;
  return calls.reduce(
    (all, { function: called, custom }) =>
      all + (called?.name ?? '') + (called?.arguments ?? '') + (custom?.name ?? '') + (custom?.input ?? ''),
    said,
  );
}

/** The words of a turn as one text: for counting. Images and files are weighed elsewhere. */
export function messageText(message: PromptMessage): string {
  const { content } = message;
  const words = typeof content === 'string' ? content : (content ?? []).map(partText).join('');
  if (message.role !== 'assistant') return words;
  const calls = (message.tool_calls ?? []).map((call) =>
    call.type === 'function'
      ? call.function.name + call.function.arguments
      : call.custom.name + call.custom.input,
  );
  return words + (message.refusal ?? '') + calls.join('');
}

function partText(part: { type: string; text?: string; refusal?: string }): string {
  return part.text ?? part.refusal ?? '';
}
