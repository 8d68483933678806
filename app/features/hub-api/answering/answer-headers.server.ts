import type { ReplyStart } from '#app/contracts/generation.ts';
import type { OpenCall } from '#app/core/generation/admit/call.ts';
import type { Answer } from '#app/http/response/written-response.ts';

const IGNORED = 'x-parlance-ignored-parameters';

/**
 * Headers that only this hub adds to an answer.
 * @param start the model and provider that answer; null while none has started
 * @param ignored fields of the call that no provider receives
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
    ...(leftOut.length > 0 && { [IGNORED]: leftOut.join(', ') }),
    ...(capLowered && { 'x-max-tokens-lowered': String(maxOutputTokens) }),
  };
}

/** Renames the ignored fields in the answer's header to the names of the caller's dialect. */
export function renameIgnored(answer: Answer, nameOf: (field: string) => string): Answer {
  const ignored = answer.headers.get(IGNORED);
  if (typeof ignored === 'string') answer.headers.set(IGNORED, ignored.split(', ').map(nameOf).join(', '));
  return answer;
}
