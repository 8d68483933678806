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
  /** Tokens for thoughts, for models that take a number. */
  thinking_budget?: number;
  /** Bing's: how freely it speaks. */
  toneStyle?: string;
  /** Bing's: it speaks as who the instructions say, and not as itself. */
  jailbreak?: boolean;
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
export type ReasoningDetail =
  | ({ index: number; format: typeof CLAUDE_THOUGHTS } & (
      | { type: 'reasoning.text'; text: string; signature: string }
      | { type: 'reasoning.encrypted'; data: string }
    ))
  | {
      index: number;
      format: typeof GEMINI_THOUGHTS;
      type: 'reasoning.encrypted';
      data: string;
      /** Of the call that it belongs to. */
      id?: string;
    };

export const CLAUDE_THOUGHTS = 'anthropic-claude-v1';
export const GEMINI_THOUGHTS = 'google-gemini-v1';

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

/**
 * The words of a turn as one text, with names (of files, too), ids and thoughts that are sent back: for counting. Pictures, files and
 * sound are weighed elsewhere.
 */
export function messageText(message: PromptMessage): string {
  const { content } = message;
  const words = typeof content === 'string' ? content : (content ?? []).map(partText).join('');
  if (message.role === 'tool') return words + message.tool_call_id;
  const named = 'name' in message && message.name ? `${message.name}\n${words}` : words;
  return message.role === 'assistant' ? named + assistantText(message) : named;
}

function assistantText(message: Extract<PromptMessage, { role: 'assistant' }> & ReturnedThoughts): string {
  const { tool_calls: calls, function_call: old, refusal, reasoning_content: thoughts } = message;
  const called = (calls ?? []).map((call) =>
    call.type === 'function'
      ? call.id + call.function.name + longestForm(call.function.arguments)
      : call.id + call.custom.name + call.custom.input,
  );
  const blocks = (message.reasoning_details ?? []).map(
    ({ text, signature, data }) => (text ?? '') + (signature ?? '') + (data ?? ''),
  );
  return (
    (refusal ?? '') +
    called.join('') +
    (old ? old.name + old.arguments : '') +
    (thoughts ?? '') +
    blocks.join('')
  );
}

/**
 * Arguments of a call as the longest text that they can reach a model as: some wires take objects, in which `1e20` is
 * a number of 21 digits.
 */
function longestForm(json: string): string {
  if (!/\de[+\d]/i.test(json)) return json;
  try {
    const again = JSON.stringify(JSON.parse(json));
    return again.length > json.length ? again : json;
  } catch {
    return json;
  }
}

/** What clients send back of an answer that thought. */
interface ReturnedThoughts {
  reasoning_content?: string | null;
  reasoning_details?:
    | readonly { text?: string | null; signature?: string | null; data?: string | null }[]
    | null;
}

function partText(part: {
  type: string;
  text?: string;
  refusal?: string;
  file?: { filename?: string };
}): string {
  return part.text ?? part.refusal ?? part.file?.filename ?? '';
}
