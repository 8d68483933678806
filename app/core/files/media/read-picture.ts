import type { PixelSize } from '#app/contracts/cost.ts';
import type { FileType } from '#app/contracts/files/file-types.ts';
import { logger } from '#app/core/platform/logger.ts';
import { files } from '../files.ts';
import type { FileRecord } from '../records/file-record.ts';
import { MOST_SENT_BYTES, sentPicture } from './sent-picture.ts';
import { takeTurn } from './turns.ts';
import { unpack } from './unpack.ts';

/**
 * JPEG qualities, tried one after the other until the image is small enough; at the last one every image is.
 */
const QUALITIES = [88, 70, 45, 20] as const;

/**
 * A stored image as a data: URL for a model, with the size and the max bytes that `sentImage` returns.
 * @returns null if its bytes are gone or can no longer be decoded
 * @throws when the store is away
 */
export async function readPicture(file: FileRecord): Promise<string | null> {
  const kept = await (await files()).get(file.objectName);
  if (!kept) return null;
  const { size, isRewritten } = sentPicture(file);
  if (!isRewritten) return dataUrl(file.mimeType, kept);
  try {
    return dataUrl(
      'image/jpeg',
      await takeTurn('heavy', { account: file.userId }, () => rewrite(kept, file, size)),
    );
  } catch (error) {
    logger().warn({ error: (error as Error).message }, 'a picture is not sent: it cannot be unpacked');
    return null;
  }
}

/**
 * A stored video as a data: URL for a model.
 * @returns null if its bytes are gone
 * @throws when the store is away
 */
export async function readVideo({ objectName, mimeType }: FileRecord): Promise<string | null> {
  const stored = await (await files()).get(objectName);
  return stored && dataUrl(mimeType, stored);
}

/** Encodes the first frame on white, as JPEG. */
async function rewrite(
  kept: Buffer,
  { mimeType }: FileRecord,
  { width, height }: PixelSize,
): Promise<Buffer> {
  let written: Buffer | undefined;
  for (const quality of QUALITIES) {
    const picture = (await unpack(kept, { type: mimeType as FileType }))
      .autoOrient()
      .resize({ width, height, fit: 'fill' });
    const chromaSubsampling = quality > 60 ? '4:4:4' : '4:2:0';
    written = await picture.flatten({ background: '#fff' }).jpeg({ quality, chromaSubsampling }).toBuffer();
    if (written.byteLength <= MOST_SENT_BYTES) break;
  }
  return written!;
}

function dataUrl(type: string, bytes: Buffer): string {
  return `data:${type};base64,${bytes.toString('base64')}`;
}
