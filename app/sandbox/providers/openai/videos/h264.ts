import sharp from 'sharp';
import { BitWriter } from './bits.ts';

/** Side length of a block in pixels; whole blocks only. */
const BLOCK = 16;
/** Unit types by their content. */
const UNITS = { still: 0x65, same: 0x41, sequence: 0x67, picture: 0x68 };
/** 8,192 blocks in a frame, 30 times per second. */
const LEVEL = 40;
const PROFILE = 66;

interface Size {
  width: number;
  height: number;
}

/** The headers before the frames. */
export function parameterSets({ width, height }: Size): { sequence: Buffer; picture: Buffer } {
  const sequence = new BitWriter()
    .fixed(PROFILE, 8)
    .fixed(0xc0, 8)
    .fixed(LEVEL, 8)
    .short(0, 0, 2, 1)
    .fixed(0, 1)
    .short(width / BLOCK - 1, height / BLOCK - 1)
    .fixed(0b1100, 4)
    .end();
  const picture = new BitWriter()
    .short(0, 0)
    .fixed(0, 2)
    .short(0, 0, 0)
    .fixed(0, 3)
    .short(0, 0, 0)
    .fixed(0b100, 3)
    .end();
  return { sequence: unit(UNITS.sequence, sequence), picture: unit(UNITS.picture, picture) };
}

/** A frame by itself, with raw pixels: large, and made without any arithmetic. */
export async function keyFrame(picture: Buffer, size: Size): Promise<Buffer> {
  const { data } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const head = new BitWriter().short(0, 7, 0).fixed(0, 4).short(0).fixed(0, 2).short(0, 1, 25).bytes();
  const next = new BitWriter().short(25).bytes();
  const parts: Buffer[] = [];
  for (let y = 0; y < size.height; y += BLOCK)
    for (let x = 0; x < size.width; x += BLOCK) {
      parts.push(parts.length === 0 ? head : next, blockAt(data, { x, y, width: size.width }));
    }
  return unit(UNITS.still, Buffer.concat([...parts, Buffer.of(0x80)]));
}

/** The same frame again. @param place among the frames after the first, from 1 */
export function repeatedFrame({ width, height }: Size, place: number): Buffer {
  const blocks = (width / BLOCK) * (height / BLOCK);
  const body = new BitWriter()
    .short(0, 5, 0)
    .fixed(place % 16, 4)
    .fixed(0, 3)
    .short(0, 1, blocks)
    .end();
  return unit(UNITS.same, body);
}

/** Luma of each pixel of a block, then its two chroma values, for four pixels each. */
function blockAt(rgb: Buffer, { x, y, width }: { x: number; y: number; width: number }): Buffer {
  const block = Buffer.alloc(BLOCK * BLOCK * 1.5);
  const half = BLOCK / 2;
  for (let row = 0; row < BLOCK; row += 1)
    for (let column = 0; column < BLOCK; column += 1) {
      const at = 3 * ((y + row) * width + x + column);
      const [r = 0, g = 0, b = 0] = [rgb[at], rgb[at + 1], rgb[at + 2]];
      block[row * BLOCK + column] = 16 + 0.257 * r + 0.504 * g + 0.098 * b;
      if (row % 2 === 1 || column % 2 === 1) continue;
      const place = BLOCK * BLOCK + (row / 2) * half + column / 2;
      block[place] = 128 - 0.148 * r - 0.291 * g + 0.439 * b;
      block[place + half * half] = 128 + 0.439 * r - 0.368 * g - 0.071 * b;
    }
  return block;
}

/** A unit in which no bytes look like the beginning of another. */
function unit(kind: number, body: Buffer): Buffer {
  const escaped = Buffer.alloc(1 + Math.ceil(body.length * 1.5));
  escaped[0] = kind;
  let at = 1;
  let zeros = 0;
  for (const byte of body) {
    if (zeros === 2 && byte <= 3) {
      escaped[at] = 3;
      at += 1;
      zeros = 0;
    }
    escaped[at] = byte;
    at += 1;
    zeros = byte === 0 ? zeros + 1 : 0;
  }
  return escaped.subarray(0, at);
}
