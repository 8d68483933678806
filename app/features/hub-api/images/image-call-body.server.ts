import type { ImageRequestRecord } from '#app/contracts/media/image.ts';
import { ignoredInImage, toImageOrder, type ImageFields } from '#app/contracts/openai/image-request.ts';
import type { ImageCallBody } from '#app/core/targets/api-call.ts';

/** What a call asks for, whichever form its request had. */
export function imageCallBody(
  fields: ImageFields,
  inputs: Pick<ImageRequestRecord, 'images' | 'mask'>,
): ImageCallBody {
  return {
    model: fields.model,
    provider: fields.provider,
    record: { order: toImageOrder(fields), ...inputs },
    ignored: ignoredInImage(fields),
    isStreamed: fields.stream ?? false,
  };
}
