import type { Choice } from '../openai/choice.ts';
import { composeReply, type Reply } from '../openai/reply.ts';
import type { ChatRequest } from '../openai/chat-request.ts';
import { countOf, type Memory } from '../plan.ts';
import type { FinishStyle, Scenario } from '../scenario.ts';
import { TOKENIZERS, type Tokenizer } from '../tokens.ts';
import { countBeside } from './billed.ts';
import { blocksOf, OLDER_MODEL } from './rules.ts';
import type { MessageRequest } from './message-request.ts';

/**
 * The planned answer, with a usage in Anthropic's form: tokens read from and written to the cache are beside
 * the input.
 */
export interface Message {
  text: readonly string[];
  /** null: no thinking. Without display its block exists, but is empty. */
  thinking: { shown: readonly string[] } | null;
  calls: Choice['calls'];
  stopReason: string;
  stopSequence: string | null;
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

/** Plans the whole message from the reply of the other wire. */
export function composeMessage(
  request: MessageRequest,
  chat: ChatRequest,
  given: { scenario: Scenario; question: string; number: number; memory: Memory },
): Message {
  const { scenario, memory } = given;
  const thinks =
    request.model === OLDER_MODEL ? request.thinking?.type === 'enabled' : scenario.thinking !== null;
  const reply = composeReply(chat, {
    ...given,
    scenario: { ...scenario, thinking: thinks ? scenario.thinking : null },
  });
  const [choice] = reply.choices;
  if (!choice) throw new Error('there is always one choice');
  const isCut = choice.finish === 'stop' && choice.stopSequence !== null;
  const shown =
    request.thinking?.type === 'enabled' ||
    (request.thinking?.type === 'adaptive' && request.thinking.display === 'summarized');
  return {
    text: [...choice.text, ...choice.refusal],
    thinking: thinks ? { shown: shown ? choice.thinking : [] } : null,
    calls: choice.calls,
    stopReason: isCut
      ? 'stop_sequence'
      : STOP_REASONS[choice.refusal.length > 0 ? 'content_filter' : choice.finish],
    stopSequence: isCut ? choice.stopSequence : null,
    usage: usageOf(request, reply, { memory, count: TOKENIZERS[scenario.tokenizer].count }),
  };
}

function usageOf(
  request: MessageRequest,
  { usage }: Reply,
  { memory, count }: { memory: Memory; count: Tokenizer['count'] },
): MessageUsage {
  const marked = [
    ...(Array.isArray(request.system) ? request.system : []),
    ...request.messages.flatMap(blocksOf),
  ]
    .flatMap((block) => (block.type === 'text' && block.cache_control ? [block] : []))
    .map(({ text, cache_control: control }) => ({
      tokens: count(text),
      isLong: control?.ttl === '1h',
      isKnown: countOf(memory, `cached ${text}`) > 1,
    }));
  const sum = (blocks: typeof marked) => blocks.reduce((total, { tokens }) => total + tokens, 0);
  const written = marked.filter(({ isKnown }) => !isKnown);
  const long = sum(written.filter(({ isLong }) => isLong));
  const all = sum(written) + usage.prompt_tokens_details.cache_write_tokens;
  const read = sum(marked.filter(({ isKnown }) => isKnown)) + usage.prompt_tokens_details.cached_tokens;
  return {
    input_tokens: Math.max(0, usage.prompt_tokens + countBeside(request, count) - read - all),
    output_tokens: usage.completion_tokens,
    cache_read_input_tokens: read,
    cache_creation_input_tokens: all,
    cache_creation: { ephemeral_5m_input_tokens: all - long, ephemeral_1h_input_tokens: long },
    output_tokens_details: { thinking_tokens: usage.completion_tokens_details.reasoning_tokens },
  };
}
