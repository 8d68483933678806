import { readGoogleUsage } from '#app/core/providers/shared/google-usage.ts';
import { isObject, malformed } from '#app/core/providers/shared/json.ts';
import type { MediaEvent } from '../contract.ts';
import { inside, listOf, pieceOf, refusedPieces } from '../shared/pieces.ts';

/** Ends of an answer in which policy has kept the picture back. */
const REFUSALS: ReadonlySet<unknown> = new Set([
  'SAFETY',
  'RECITATION',
  'BLOCKLIST',
  'PROHIBITED_CONTENT',
  'SPII',
  'IMAGE_SAFETY',
  'IMAGE_PROHIBITED_CONTENT',
  'IMAGE_RECITATION',
]);

/** The pictures of an answer, why there is none, and the tokens that it took. */
export function readGeminiAnswer(answer: unknown, secrets: readonly string[]): MediaEvent[] {
  if (!isObject(answer)) throw malformed('the provider has sent no answer');
  const blocked = inside(answer, 'promptFeedback')['blockReason'];
  const candidates = listOf(answer['candidates']);
  const pieces = candidates
    .flatMap((one) => listOf(inside(one, 'content')['parts']))
    .flatMap((part) => {
      // Thoughts may have pictures, which are drafts.
      const { data, mimeType } = isObject(part) && part['thought'] === true ? {} : inside(part, 'inlineData');
      return data === undefined ? [] : [{ data, mimeType }];
    })
    .map(({ data, mimeType }, index) => pieceOf(index, data, mimeType));
  const usage = readGoogleUsage(answer['usageMetadata']);
  const ends = candidates.map((one) => (isObject(one) ? one['finishReason'] : undefined));
  const refusal = blocked ?? ends.find((reason) => REFUSALS.has(reason));
  if (pieces.length === 0 && refusal === undefined) throw malformed('the provider has sent no picture');
  return [
    ...pieces,
    ...(pieces.length === 0 ? refusedPieces(1, refusal, secrets) : []),
    ...(usage ? [{ type: 'usage' as const, usage }] : []),
  ];
}
