import type { ImageInput } from '#app/contracts/media/image.ts';
import type { ApiCall } from './api-call.ts';

/**
 * The body of a call as chat completions, embeddings, images or videos take it: that of a form as JSON, and that of
 * another dialect as the chat that it stands for.
 */
export function bodyAsSent(call: ApiCall): object {
  if (call.task === 'image') {
    const { images, mask } = call.body.record;
    return {
      ...call.fields,
      ...(images.length > 0 && { images: images.map(asSent) }),
      ...(mask && { mask: asSent(mask) }),
    };
  }
  if (call.task === 'video') {
    const { firstFrame, video } = call.body.record;
    const reference = firstFrame ?? video;
    return { ...call.fields, ...(reference && { input_reference: asSent(reference) }) };
  }
  return call.body;
}

/** Inputs of calls come with them; files have no other name in the API. */
function asSent({ source }: Pick<ImageInput, 'source'>): { image_url: string } | { file_id: string } {
  return 'dataUrl' in source ? { image_url: source.dataUrl } : { file_id: source.fileId };
}
