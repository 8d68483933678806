import type { ImageInput } from '#app/contracts/media/image.ts';
import { files } from '#app/core/files/files.ts';
import { findFile } from '#app/core/files/records/owned-files.ts';
import { ProviderError } from '#app/core/providers/contract.ts';
import type { MediaInput } from '#app/core/providers/media/contract.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

/**
 * A picture or a video that an order works on, whole.
 * @param param the field that it came in
 * @throws ProviderError for one that was deleted since it was admitted
 */
export async function loadInput(
  { source }: Pick<ImageInput, 'source'>,
  { userId, param }: { userId: string; param: string },
): Promise<MediaInput> {
  if ('dataUrl' in source) return fromDataUrl(source.dataUrl);
  const file = await findFile(AUTOCOMMIT, { userId, id: source.fileId });
  const bytes = file && (await (await files()).get(file.objectName));
  if (file && bytes) return { mimeType: file.mimeType, bytes };
  throw new ProviderError('provider_rejected', 'a file of the call has been deleted', { status: 400, param });
}

function fromDataUrl(url: string): MediaInput {
  const [, mimeType = 'image/png'] = /^data:((?:image|video)\/[\w-]+);base64,/.exec(url.slice(0, 64)) ?? [];
  return { mimeType, bytes: Buffer.from(url.slice(url.indexOf(',') + 1), 'base64') };
}
