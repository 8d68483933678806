import type { PixelSize } from '#app/contracts/cost.ts';
import type { FileType } from '#app/contracts/files/file-types.ts';
import { logger } from '#app/core/platform/logger.ts';
import { files } from '#app/core/files/files.ts';
import type { FileRecord } from '#app/core/files/records/file-record.ts';
import { MAX_SENT_BYTES, sentImage } from './sent-image.ts';
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
export async function readImage(file: FileRecord): Promise<string | null> {
  const stored = await (await files()).get(file.objectName);
  if (!stored) return null;
  const { size, isRewritten } = sentImage(file);
  if (!isRewritten) return dataUrl(file.mimeType, stored);
  try {
    return dataUrl(
      'image/jpeg',
      await takeTurn('heavy', { account: file.userId }, () => rewrite(stored, file, size)),
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
  stored: Buffer,
  { mimeType }: FileRecord,
  { width, height }: PixelSize,
): Promise<Buffer> {
  let written: Buffer | undefined;
  for (const quality of QUALITIES) {
    const image = (await unpack(stored, { type: mimeType as FileType }))
      .autoOrient()
      .resize({ width, height, fit: 'fill' });
    const chromaSubsampling = quality > 60 ? '4:4:4' : '4:2:0';
    written = await image.flatten({ background: '#fff' }).jpeg({ quality, chromaSubsampling }).toBuffer();
    if (written.byteLength <= MAX_SENT_BYTES) break;
  }
  return written!;
}

function dataUrl(type: string, bytes: Buffer): string {
  return `data:${type};base64,${bytes.toString('base64')}`;
}
