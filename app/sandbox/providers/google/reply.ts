import type { ChatRequest } from '../openai/chat-request.ts';
import type { Choice } from '../openai/choice.ts';
import { composeReply, type Reply } from '../openai/reply.ts';
import type { Memory } from '../plan.ts';
import type { FinishStyle, Scenario } from '../scenario.ts';
import { TOKENIZERS } from '../tokens.ts';
import { countBeside } from './billed.ts';
import type { GenerateRequest } from './generate-request.ts';
import { OLDER_MODEL } from './rules.ts';

/** The planned answer, with a usage in Google's form: thoughts are counted beside the candidates. */
export interface Answer {
  /** Visible thoughts. */
  thinking: readonly string[];
  text: readonly string[];
  /** The calls that the limit has not cut: a call is sent whole. */
  calls: Choice['calls'];
  finishReason: string;
  usage: UsageMetadata;
  /** Whether its output is signed. */
  isSigned: boolean;
}

export interface UsageMetadata {
  promptTokenCount: number;
  cachedContentTokenCount?: number;
  candidatesTokenCount?: number;
  thoughtsTokenCount?: number;
  totalTokenCount: number;
  promptTokensDetails: { modality: string; tokenCount: number }[];
}

const FINISH_REASONS: Record<FinishStyle, string> = {
  stop: 'STOP',
  length: 'MAX_TOKENS',
  content_filter: 'SAFETY',
  tool_calls: 'STOP',
};

/** Plans the whole answer from the reply of OpenAI's wire. */
export function composeAnswer(
  request: GenerateRequest,
  chat: ChatRequest,
  given: { scenario: Scenario; question: string; number: number; memory: Memory },
): Answer {
  const { thinkingConfig: thinking } = request.generationConfig ?? {};
  const isOlder = chat.model === OLDER_MODEL;
  const thinks = !(isOlder && thinking?.thinkingBudget === 0);
  const reply = composeReply(chat, {
    ...given,
    scenario: { ...given.scenario, thinking: thinks ? given.scenario.thinking : null },
  });
  const [choice] = reply.choices;
  if (!choice) throw new Error('there is always one choice');
  const calls = choice.calls.filter(({ input, pieces }) => pieces.join('') === input);
  return {
    thinking: thinking?.includeThoughts ? choice.thinking : [],
    text: [...choice.text, ...choice.refusal],
    calls,
    finishReason: choice.refusal.length > 0 ? FINISH_REASONS.content_filter : FINISH_REASONS[choice.finish],
    usage: usageOf(request, chat.model, reply, given.scenario),
    isSigned: !isOlder,
  };
}

function usageOf(
  request: GenerateRequest,
  model: string,
  { usage }: Reply,
  { tokenizer }: Scenario,
): UsageMetadata {
  const { pictures, frames, sound, words } = countBeside(request, model, TOKENIZERS[tokenizer].count);
  const text = usage.prompt_tokens + words;
  const promptTokenCount = text + pictures + frames + sound;
  const thoughtsTokenCount = usage.completion_tokens_details.reasoning_tokens;
  const { cached_tokens: cached } = usage.prompt_tokens_details;
  return {
    promptTokenCount,
    ...(cached > 0 && { cachedContentTokenCount: cached }),
    candidatesTokenCount: usage.completion_tokens - thoughtsTokenCount,
    // This wire omits zero counts.
    ...(thoughtsTokenCount > 0 && { thoughtsTokenCount }),
    totalTokenCount: promptTokenCount + usage.completion_tokens,
    promptTokensDetails: [
      { modality: 'TEXT', tokenCount: text },
      ...(pictures > 0 ? [{ modality: 'IMAGE', tokenCount: pictures }] : []),
      ...(frames > 0 ? [{ modality: 'VIDEO', tokenCount: frames }] : []),
      ...(sound > 0 ? [{ modality: 'AUDIO', tokenCount: sound }] : []),
    ],
  };
}
