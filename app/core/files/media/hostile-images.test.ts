import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FileType } from '#app/contracts/files/file-types.ts';
import * as hostile from '#tests/fixtures/media/hostile-images.ts';
import { cleanImage } from './clean-image.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'parlance-pictures-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function clean(bytes: Buffer, type: FileType, signal?: AbortSignal) {
  const place = path.join(folder, 'picture');
  await writeFile(place, bytes);
  return cleanImage(place, { type, target: `${place}.clean`, turn: { account: 'a', signal } });
}

describe('a hostile image', () => {
  it.each<[string, FileType, () => Promise<Buffer>]>([
    ['a JPEG of a thousand scans', 'image/jpeg', () => hostile.jpegOfScans(1000)],
    ['a PNG of more pixels than are unpacked', 'image/png', () => hostile.pngOfSide(8200)],
    ['a WebP of more pixels than are unpacked', 'image/webp', () => hostile.webpOfSide(5800)],
    ['a GIF of ten thousand frames', 'image/gif', () => hostile.gifOfFrames(10_000)],
    ['an AVIF of more pixels than are unpacked', 'image/avif', () => hostile.avifOfSide(3600)],
    ['an AVIF that is put together from others', 'image/avif', () => hostile.avifOfOthers()],
    ['an AVIF of empty boxes', 'image/avif', () => hostile.avifOfBoxes(5001)],
  ])('is refused: %s', async (_name, type, make) => {
    await expect(clean(await make(), type)).rejects.toMatchObject({ code: 'file_processing', param: 'file' });
  });
});

describe('a valid image', () => {
  it.each<[string, FileType, () => Promise<Buffer>]>([
    ['a progressive JPEG', 'image/jpeg', () => hostile.jpegOfScans(0)],
    ['a PNG', 'image/png', () => hostile.smallPng()],
    ['an AVIF', 'image/avif', () => hostile.avifOfBoxes(1)],
    ['a GIF of some frames', 'image/gif', () => hostile.gifOfFrames(5)],
  ])('is accepted: %s', async (_name, type, make) => {
    expect(await clean(await make(), type)).toMatchObject({ width: 64, height: 64 });
  });
});

it('is not decoded for a caller that has left', async () => {
  const left = new Error('left');
  const signal = AbortSignal.abort(left);
  await expect(clean(await hostile.smallPng(), 'image/png', signal)).rejects.toBe(left);
});
