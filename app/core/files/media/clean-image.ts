import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { Sharp } from 'sharp';
import { AppError } from '#app/contracts/errors.ts';
import type { FileType } from '#app/contracts/files/file-types.ts';
import { withSource, type ByteSource } from '#app/core/files/video/byte-source.ts';
import { boxesOf, findBox, type Box } from '#app/core/files/video/mp4-boxes.ts';
import type { Turn } from '#app/core/platform/concurrency.ts';
import { takeTurn } from './turns.ts';
import { isLight, mayBeLight, unpack } from './unpack.ts';

/** The longer side of a thumbnail, in pixels. */
const THUMBNAIL = 512;

/** The size of an image, and its thumbnail as WebP. */
export interface ImageFacts {
  /** Pixels as displayed: after the rotation in the file's metadata. */
  width: number;
  height: number;
  thumbnail: Buffer;
}

/** Encoders by type; lossy ones at a quality without visible loss. */
const WRITERS: Partial<Record<FileType, (image: Sharp) => Sharp>> = {
  'image/jpeg': (image) => image.jpeg({ quality: 92, chromaSubsampling: '4:4:4' }),
  'image/png': (image) => image.png({ compressionLevel: 6 }),
  'image/webp': (image) => image.webp({ quality: 92, effort: 2 }),
  'image/gif': (image) => image.gif({ effort: 3 }),
  'image/avif': (image) => image.avif({ quality: 75, effort: 1 }),
};

/** Max scans of a JPEG: a progressive one has about ten, and so does each thumbnail in it. */
const MAX_SCANS = 100;

const START_OF_SCAN = Buffer.from([0xff, 0xda]);

/** AVIF items that are derived from others; each of those is decoded as often as it is referenced. */
const DERIVED = new Set(['grid', 'iovl', 'iden']);

/**
 * Decodes an image completely, which also proves that it is valid.
 * @param image a file, or the bytes of one
 * @throws AppError file_processing if it cannot be decoded or has too many pixels; as `takeTurn`
 */
export function inspectImage(image: string | Buffer, type: FileType, turn: Turn): Promise<ImageFacts> {
  return inTurn(image, { type, turn }, () => factsOf(image, type));
}

/**
 * Encodes an image again from its pixels alone: without metadata or anything else in its file. A rotation in
 * the metadata is applied.
 * @param target path of the clean file
 * @throws AppError as `inspectImage`
 */
export function cleanImage(
  place: string,
  { type, target, turn }: { type: FileType; target: string; turn: Turn },
): Promise<ImageFacts> {
  return inTurn(place, { type, turn }, async (signal) => {
    const isAnimated = type === 'image/gif' || type === 'image/webp';
    const image = await unpack(place, { type, isAnimated });
    await WRITERS[type]!(image.autoOrient()).toFile(target);
    signal.throwIfAborted();
    return factsOf(target, type);
  });
}

/** Processes an image in the lane for light ones if it is light, otherwise in the lane for heavy ones. */
async function inTurn<T>(
  image: string | Buffer,
  { type, turn }: { type: FileType; turn: Turn },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const all = (signal: AbortSignal) =>
    orRefuse(async () => {
      await assertPlain(image, type, signal);
      return { done: await work(signal) };
    });
  const bytes = typeof image === 'string' ? (await stat(image)).size : image.byteLength;
  const light = mayBeLight(type, bytes)
    ? await takeTurn('light', turn, async (signal) =>
        (await orRefuse(() => isLight(image, type))) ? all(signal) : null,
      )
    : null;
  return (light ?? (await takeTurn('heavy', turn, all))).done;
}

async function factsOf(place: string | Buffer, type: FileType): Promise<ImageFacts> {
  const image = await unpack(place, { type });
  const { autoOrient } = await image.metadata();
  const thumbnail = await image
    .autoOrient()
    .resize({ width: THUMBNAIL, height: THUMBNAIL, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80 })
    .toBuffer();
  return { width: autoOrient.width, height: autoOrient.height, thumbnail };
}

async function orRefuse<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw new AppError('file_processing', { param: 'file', cause });
  }
}

/**
 * Refuses an image whose structure makes it more expensive than its pixels suggest: a JPEG with very many
 * scans, and an AVIF that is composed of other images or has too many boxes.
 * @throws AppError file_processing
 */
async function assertPlain(image: string | Buffer, type: FileType, signal: AbortSignal): Promise<void> {
  if (type === 'image/jpeg') await assertFewScans(image, signal);
  if (type === 'image/avif' && typeof image === 'string') await withSource(image, assertSingle, signal);
}

async function assertFewScans(image: string | Buffer, signal: AbortSignal): Promise<void> {
  const pieces = typeof image === 'string' ? createReadStream(image, { signal }) : Readable.from([image]);
  let scans = 0;
  let last = Buffer.alloc(0);
  for await (const piece of pieces as AsyncIterable<Buffer>) {
    const bytes = Buffer.concat([last, piece]);
    for (let at = bytes.indexOf(START_OF_SCAN); at >= 0; at = bytes.indexOf(START_OF_SCAN, at + 2))
      scans += 1;
    if (scans > MAX_SCANS) throw refused();
    // A marker may be split between two pieces.
    last = bytes.subarray(-1);
  }
}

async function assertSingle(source: ByteSource): Promise<void> {
  for await (const box of boxesOf(source, 0, source.size))
    if (box.type === 'meta') await assertNoneDerived(source, box);
}

/** Checks the items of a meta box. */
async function assertNoneDerived(source: ByteSource, meta: Box): Promise<void> {
  const list = await findBox(source, { ...meta, content: meta.content + 4 }, 'iinf');
  if (!list) return;
  const version = (await source.read(list.content, 1))[0]!;
  for await (const { type, content, end } of boxesOf(
    source,
    list.content + (version === 0 ? 6 : 8),
    list.end,
  )) {
    if (type !== 'infe') continue;
    const entry = await source.read(content, Math.min(14, end - content));
    const at = entry[0] === 3 ? 10 : 8;
    if (DERIVED.has(entry.toString('latin1', at, at + 4))) throw refused();
  }
}

function refused(): AppError {
  return new AppError('file_processing', { param: 'file' });
}
