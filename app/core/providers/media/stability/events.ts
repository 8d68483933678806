import { isObject, malformed } from '#app/core/providers/shared/json.ts';
import type { MediaEvent } from '../contract.ts';
import { pieceOf, refusedPieces } from '../shared/pieces.ts';

/** A picture that was filtered comes blurred, and is none. */
export function readAnswer(answer: unknown, outputFormat = 'png'): MediaEvent[] {
  if (!isObject(answer)) throw malformed('the provider has sent no picture');
  const { finish_reason: reason, image } = answer;
  if (reason === 'CONTENT_FILTERED') return refusedPieces(1, reason, []);
  if (reason !== 'SUCCESS') throw malformed('the provider has not finished the picture');
  return [pieceOf(0, image, `image/${outputFormat}`)];
}
