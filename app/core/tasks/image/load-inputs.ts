import type { ImageRequestRecord } from '#app/contracts/media/image.ts';
import type { MediaInput } from '#app/core/providers/media/contract.ts';
import { loadInput } from '../media/load-input.ts';

/** The pictures that an order works on, whole. @throws ProviderError for one that was deleted since it was admitted */
export async function loadInputs(
  { images, mask }: ImageRequestRecord,
  userId: string,
): Promise<{ images: MediaInput[]; mask: MediaInput | null }> {
  const owned = { userId, param: 'image' };
  const loaded: MediaInput[] = [];
  for (const image of images) loaded.push(await loadInput(image, owned));
  return { images: loaded, mask: mask ? await loadInput(mask, owned) : null };
}
