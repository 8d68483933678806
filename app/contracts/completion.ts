import type {
  ChatCompletionCreateParamsNonStreaming,
  ChatCompletionMessageParam,
  ChatCompletionTokenLogprob,
} from 'openai/resources/chat/completions';

/**
 * The format of requests to models and of their answers: OpenAI's chat completions, which every client and
 * most providers speak. It is typed by the official package, so that unchanged content passes through without
 * loss.
 */

/**
 * A turn of a conversation: system, developer, user, assistant or tool; text, or parts with images and files.
 */
export type PromptMessage = ChatCompletionMessageParam;

/** Options of a call besides model, messages, length and delivery. */
export type CompletionOptions = Partial<
  Omit<
    ChatCompletionCreateParamsNonStreaming,
    'model' | 'messages' | 'stream' | 'stream_options' | 'max_tokens' | 'max_completion_tokens'
  >
> & {
  /** Samples from this many of the likeliest tokens: not an option of OpenAI, but of many other makers. */
  top_k?: number;
  /** Maximum number of thinking tokens, for models that take a number. */
  thinking_budget?: number;
  /** The tone of the answers, for a service that has several. */
  toneStyle?: string;
  /** The service speaks as the persona that the instructions describe, and not as itself. */
  jailbreak?: boolean;
};

/**
 * The additions of a chunk to one choice besides plain text: tool calls, a refusal, text with its
 * probabilities.
 */
export interface CompletionDelta {
  content?: string;
  refusal?: string;
  tool_calls?: ToolCallPiece[];
  reasoning_details?: ReasoningDetail[];
}

/** A piece of a tool call: the first piece names the tool, later ones append to its arguments. */
export interface ToolCallPiece {
  index: number;
  id?: string;
  type?: 'function' | 'custom';
  function?: { name?: string; arguments?: string };
  /** For a tool that takes plain text. */
  custom?: { name?: string; input?: string };
}

/**
 * A block of thoughts that its maker signed and expects back before the results of the tool calls that it led
 * to. The shape is OpenRouter's, because clients know it.
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
      /** The id of the tool call that it belongs to. */
      id?: string;
    };

export const CLAUDE_THOUGHTS = 'anthropic-claude-v1';
export const GEMINI_THOUGHTS = 'google-gemini-v1';

export interface CompletionLogprobs {
  content: ChatCompletionTokenLogprob[] | null;
  refusal: ChatCompletionTokenLogprob[] | null;
}

/** Joins all model output of a delta into one text, for counting tokens. */
export function deltaText({ content, refusal, tool_calls: calls }: CompletionDelta): string {
  const text = (content ?? '') + (refusal ?? '');
  if (!calls) return text;
  return calls.reduce(
    (all, { function: called, custom }) =>
      all + (called?.name ?? '') + (called?.arguments ?? '') + (custom?.name ?? '') + (custom?.input ?? ''),
    text,
  );
}

/**
 * Joins the text of a turn, including names (also of files), ids and thoughts that are sent back, for
 * counting tokens. Images, files and sound are counted elsewhere.
 */
export function messageText(message: PromptMessage): string {
  const { content } = message;
  const text = typeof content === 'string' ? content : (content ?? []).map(partText).join('');
  if (message.role === 'tool') return text + message.tool_call_id;
  const named = 'name' in message && message.name ? `${message.name}\n${text}` : text;
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
 * Returns the longest text in which the arguments of a call can reach a model: some wires carry objects, in
 * which `1e20` becomes a number of 21 digits.
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

/** The thoughts of an earlier answer that clients send back. */
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
