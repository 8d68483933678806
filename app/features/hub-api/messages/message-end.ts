import type { MessageAnswer, MessageUsage, StopReason } from '#app/contracts/anthropic/answers.ts';
import type { FinishReason, ReplyEnd } from '#app/contracts/generation.ts';

const REASONS: Readonly<Record<FinishReason, StopReason>> = {
  stop: 'end_turn',
  length: 'max_tokens',
  tool_calls: 'tool_use',
  content_filter: 'refusal',
  incomplete: 'max_tokens',
};

/** Why a message ended. Which sequence it was is known where the provider says so. */
export function toStop({
  finishReason,
  stopSequence,
}: ReplyEnd): Pick<MessageAnswer, 'stop_reason' | 'stop_sequence' | 'stop_details'> {
  const sequence = finishReason === 'stop' && stopSequence !== undefined ? stopSequence : null;
  return {
    stop_reason: sequence === null ? REASONS[finishReason ?? 'stop'] : 'stop_sequence',
    stop_sequence: sequence,
    stop_details: null,
  };
}

/** The usage of a call that ended. Here what the cache had and was given is not part of the input, as elsewhere. */
export function toMessageUsage({ usage, costMicro }: Pick<ReplyEnd, 'usage' | 'costMicro'>): MessageUsage {
  const [short, long] = [usage?.cacheWriteTokens ?? 0, usage?.cacheWriteLongTokens ?? 0];
  const read = usage?.cachedTokens ?? 0;
  return {
    input_tokens: Math.max(0, (usage?.promptTokens ?? 0) - read - short - long),
    cache_creation_input_tokens: short + long,
    cache_read_input_tokens: read,
    cache_creation: { ephemeral_5m_input_tokens: short, ephemeral_1h_input_tokens: long },
    output_tokens: usage?.completionTokens ?? 0,
    output_tokens_details: { thinking_tokens: usage?.reasoningTokens ?? 0 },
    server_tool_use: null,
    service_tier: 'standard',
    cost: Number(costMicro) / 1_000_000,
  };
}
