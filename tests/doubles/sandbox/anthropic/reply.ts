import { composeReply, type Reply } from '../openai/reply.ts';
import type { ChatRequest } from '../openai/validate.ts';
import { countOf, type Memory } from '../plan.ts';
import type { FinishStyle, Scenario } from '../scenario.ts';
import { countText } from '../tokens.ts';
import { blocksOf, isForced, OLDER_MODEL } from './rules.ts';
import type { MessageRequest } from './validate.ts';

/** What will be said, with a usage in Anthropic's words: what the cache had and got stands beside the input. */
export interface Message {
  text: readonly string[];
  /** null: no thoughts. Without display their block is there, and empty. */
  thinking: { shown: readonly string[] } | null;
  call: Reply['toolCall'];
  stopReason: string;
  usage: MessageUsage;
}

export interface MessageUsage {
  input_tokens: number;
  output_tokens: number;
  cache_read_input_tokens: number;
  cache_creation_input_tokens: number;
  cache_creation: { ephemeral_5m_input_tokens: number; ephemeral_1h_input_tokens: number };
  output_tokens_details: { thinking_tokens: number };
}

const STOP_REASONS: Record<FinishStyle, string> = {
  stop: 'end_turn',
  length: 'max_tokens',
  content_filter: 'refusal',
  tool_calls: 'tool_use',
};

/** How newer models are asked to go on with their own words, since they take no prefill. */
const GOES_ON = /^your last message was cut off\b/i;

/** The request as the sandbox's words are found by: texts alone, and at most one message of the same side in a row. */
export function asChat(request: MessageRequest): ChatRequest {
  const system =
    typeof request.system === 'string' ? request.system : request.system?.map(({ text }) => text).join('\n');
  const turns = request.messages.map((message) => ({ role: message.role, content: textOf(message) }));
  if (GOES_ON.test(turns.at(-1)?.content ?? '')) turns.pop();
  return {
    model: request.model,
    messages: [...(system ? [{ role: 'system' as const, content: system }] : []), ...turns],
    max_tokens: request.max_tokens,
    ...(request.tools
      ? {
          tools: request.tools.map(({ name, input_schema: parameters }) => ({
            type: 'function' as const,
            function: { name, parameters },
          })),
        }
      : {}),
  };
}

/** Decides the whole message, by the words that the other wire has. */
export function composeMessage(
  request: MessageRequest,
  chat: ChatRequest,
  { scenario, question, memory }: { scenario: Scenario; question: string; memory: Memory },
): Message {
  const thinks =
    request.model === OLDER_MODEL ? request.thinking?.type === 'enabled' : scenario.thinking !== null;
  const reply = composeReply(
    chat,
    {
      ...scenario,
      thinking: thinks ? scenario.thinking : null,
      finish: isForced(request.tool_choice) ? 'tool_calls' : scenario.finish,
    },
    question,
    countOf(memory, `message ${question}`) - 1,
  );
  const shown =
    request.thinking?.type === 'enabled' ||
    (request.thinking?.type === 'adaptive' && request.thinking.display === 'summarized');
  return {
    text: reply.text,
    thinking: thinks ? { shown: shown ? reply.thinking : [] } : null,
    call: reply.toolCall,
    stopReason: STOP_REASONS[reply.finish],
    usage: usageOf(request, reply, memory),
  };
}

function textOf(message: MessageRequest['messages'][number]): string {
  return blocksOf(message)
    .map((block) => {
      if (block.type === 'text') return block.text;
      if (block.type === 'tool_result' && typeof block.content === 'string') return block.content;
      if (block.type !== 'tool_result') return '';
      return (
        (block.content as { text?: string }[] | undefined)?.map(({ text = '' }) => text).join('\n') ?? ''
      );
    })
    .join('\n')
    .trim();
}

function usageOf(request: MessageRequest, { usage }: Reply, memory: Memory): MessageUsage {
  const marked = [
    ...(Array.isArray(request.system) ? request.system : []),
    ...request.messages.flatMap(blocksOf),
  ]
    .flatMap((block) => (block.type === 'text' && block.cache_control ? [block] : []))
    .map(({ text, cache_control: control }) => ({
      tokens: countText(text),
      isLong: control?.ttl === '1h',
      isKnown: countOf(memory, `cached ${text}`) > 1,
    }));
  const sum = (blocks: typeof marked) => blocks.reduce((total, { tokens }) => total + tokens, 0);
  const written = marked.filter(({ isKnown }) => !isKnown);
  const long = sum(written.filter(({ isLong }) => isLong));
  const read = sum(marked.filter(({ isKnown }) => isKnown)) + usage.prompt_tokens_details.cached_tokens;
  return {
    input_tokens: Math.max(0, usage.prompt_tokens - read - sum(written)),
    output_tokens: usage.completion_tokens,
    cache_read_input_tokens: read,
    cache_creation_input_tokens: sum(written),
    cache_creation: { ephemeral_5m_input_tokens: sum(written) - long, ephemeral_1h_input_tokens: long },
    output_tokens_details: { thinking_tokens: usage.completion_tokens_details.reasoning_tokens },
  };
}
