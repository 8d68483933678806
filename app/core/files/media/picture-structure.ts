import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { AppError } from '#app/contracts/errors.ts';
import type { FileType } from '#app/contracts/files/file-types.ts';
import { withSource, type ByteSource } from '../video/byte-source.ts';
import { boxesOf, findBox, type Box } from '../video/mp4-boxes.ts';

/** Scans of a JPEG: a progressive one has about ten, and so does each small copy in it. */
const MAX_SCANS = 100;
const START_OF_SCAN = Buffer.from([0xff, 0xda]);

/** Pictures of an AVIF that are made of others, each of which is unpacked as often as it is named. */
const DERIVED = new Set(['grid', 'iovl', 'iden']);

/**
 * Refuses a picture whose structure makes it dearer than its pixels say: a JPEG of very many scans, and an AVIF that is put
 * together from others or has too many boxes.
 * @throws AppError file_processing
 */
export async function assertPlain(
  picture: string | Buffer,
  type: FileType,
  signal: AbortSignal,
): Promise<void> {
  if (type === 'image/jpeg') await assertFewScans(picture, signal);
  if (type === 'image/avif' && typeof picture === 'string') await withSource(picture, assertSingle, signal);
}

async function assertFewScans(picture: string | Buffer, signal: AbortSignal): Promise<void> {
  const pieces =
    typeof picture === 'string' ? createReadStream(picture, { signal }) : Readable.from([picture]);
  let scans = 0;
  let last = Buffer.alloc(0);
  for await (const piece of pieces as AsyncIterable<Buffer>) {
    const bytes = Buffer.concat([last, piece]);
    for (let at = bytes.indexOf(START_OF_SCAN); at >= 0; at = bytes.indexOf(START_OF_SCAN, at + 2))
      scans += 1;
    if (scans > MAX_SCANS) throw refused();
    // A marker may be cut in two.
    last = bytes.subarray(-1);
  }
}

async function assertSingle(source: ByteSource): Promise<void> {
  for await (const box of boxesOf(source, 0, source.size))
    if (box.type === 'meta') await assertNoneDerived(source, box);
}

/** The items of a meta box. */
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
