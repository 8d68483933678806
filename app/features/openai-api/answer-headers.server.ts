import type { ReplyStart } from '#app/contracts/generation.ts';
import type { OpenCall } from '#app/core/generation/open-call.ts';

/** What only this hub can say of an answer. */
export function answerHeaders(
  { generationId, isRepeat, capLowered, maxOutputTokens }: OpenCall,
  start: ReplyStart | null,
): Record<string, string> {
  return {
    'cache-control': 'no-store',
    'x-generation-id': generationId,
    ...(isRepeat && { 'idempotent-replayed': 'true' }),
    ...(start && { 'x-provider': start.provider }),
    ...(start && start.leftOut.length > 0 && { 'x-parameters-left-out': start.leftOut.join(', ') }),
    ...(capLowered && { 'x-max-tokens-lowered': String(maxOutputTokens) }),
  };
}
