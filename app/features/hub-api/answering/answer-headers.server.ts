import type { ReplyStart } from '#app/contracts/generation.ts';
import type { OpenCall } from '#app/core/generation/admit/open-call.ts';

/**
 * What only this hub can say of an answer.
 * @param start who answers; null while nobody does
 * @param ignored fields of the call that reach nobody, whoever answers
 */
export function answerHeaders(
  { generationId, isRepeat, capLowered, maxOutputTokens }: OpenCall,
  start: ReplyStart | null,
  ignored: readonly string[] = [],
): Record<string, string> {
  const leftOut = start?.leftOut ?? ignored;
  return {
    'cache-control': 'no-store',
    'x-generation-id': generationId,
    ...(isRepeat && { 'idempotent-replayed': 'true' }),
    ...(start && { 'x-provider': start.provider }),
    ...(leftOut.length > 0 && { 'x-parlance-ignored-parameters': leftOut.join(', ') }),
    ...(capLowered && { 'x-max-tokens-lowered': String(maxOutputTokens) }),
  };
}
