import type { ImageInput, ImageRequestRecord } from '#app/contracts/media/image.ts';
import { files } from '#app/core/files/files.ts';
import { findFile } from '#app/core/files/records/find-file.ts';
import { ProviderError } from '#app/core/providers/contract.ts';
import type { MediaInput } from '#app/core/providers/media/contract.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

/** The pictures that an order works on, whole. @throws ProviderError for one that was deleted since it was admitted */
export async function loadInputs(
  { images, mask }: ImageRequestRecord,
  userId: string,
): Promise<{ images: MediaInput[]; mask: MediaInput | null }> {
  const loaded: MediaInput[] = [];
  for (const image of images) loaded.push(await loadInput(image, userId));
  return { images: loaded, mask: mask ? await loadInput(mask, userId) : null };
}

async function loadInput({ source }: ImageInput, userId: string): Promise<MediaInput> {
  if ('dataUrl' in source) return fromDataUrl(source.dataUrl);
  const file = await findFile(AUTOCOMMIT, { userId, id: source.fileId });
  const bytes = file && (await (await files()).get(file.objectName));
  if (!file || !bytes) throw gone();
  return { mimeType: file.mimeType, bytes };
}

function fromDataUrl(url: string): MediaInput {
  const [, mimeType = 'image/png'] = /^data:(image\/[a-z]+);base64,/.exec(url.slice(0, 64)) ?? [];
  return { mimeType, bytes: Buffer.from(url.slice(url.indexOf(',') + 1), 'base64') };
}

function gone(): ProviderError {
  return new ProviderError('provider_rejected', 'a picture of the call has been deleted', {
    status: 400,
    param: 'image',
  });
}
