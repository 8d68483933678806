import type { ImageRequestRecord } from '#app/contracts/media/image.ts';
import type { ImageRequest, MediaInput } from '#app/core/providers/media/contract.ts';

/** An order in the words of the adapters. @param model the provider's own name of it */
export function toRequest(
  { order, mask: recorded }: ImageRequestRecord,
  model: string,
  { images, mask }: { images: readonly MediaInput[]; mask: MediaInput | null },
): ImageRequest {
  return { ...order, model, images, ...(recorded && mask && { mask }) };
}
