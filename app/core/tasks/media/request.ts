import type { ImageInput } from '#app/contracts/media/image.ts';
import { files } from '#app/core/files/files.ts';
import { findFile } from '#app/core/files/records/owned-files.ts';
import { readRequest } from '#app/core/generation/record/request-file.ts';
import type { Generation } from '#app/core/generation/record/row.ts';
import { ProviderError } from '#app/core/providers/contract.ts';
import type { MediaInput } from '#app/core/providers/media/contract.ts';
import { targetOf } from '#app/core/targets/table.ts';
import type { Input } from '#app/core/tasks/task.ts';
import { AUTOCOMMIT, type Tx } from '#db/transaction.ts';

/** The order, read on demand: polling a job needs none of it. */
export interface LazyRequest<Record> extends Input {
  read(): Promise<Record>;
}

/**
 * The request of a generation, read at most once; and whether a conversation begins with the message that it
 * answers.
 */
export async function lazyRequest<Record>(tx: Tx, generation: Generation): Promise<LazyRequest<Record>> {
  let record: Promise<Record> | undefined;
  const readOnce = async () => {
    try {
      return JSON.parse(await readRequest(generation)) as Record;
    } catch (error) {
      // Reads again after a failure of the store.
      record = undefined;
      throw error;
    }
  };
  return {
    isFirst: await targetOf(generation).isFirst?.(tx, generation),
    read: () => (record ??= readOnce()),
  };
}

/**
 * Loads the bytes of an image or a video that an order works on.
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
