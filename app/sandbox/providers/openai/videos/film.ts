import { drawImage } from '../images/draw.ts';
import { parameterSets, repeatedFrame, keyFrame } from './h264.ts';

/** Frames per second. */
const RATE = 4;
const MATRIX = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000];

export interface Film {
  width: number;
  height: number;
  seconds: number;
  /** An image to begin with. */
  base?: Buffer;
}

/** A still landscape derived from the prompt, as an MP4 that every player plays. */
export async function film(words: string, { width, height, seconds, base }: Film): Promise<Buffer> {
  const size = { width, height };
  const picture = await drawImage(words, { ...size, format: 'png', done: 1, ...(base && { base }) });
  const samples = [await keyFrame(picture, size)];
  for (let place = 1; place < seconds * RATE; place += 1) samples.push(repeatedFrame(size, place));
  const sized = samples.map((sample) => Buffer.concat([u32(sample.length), sample]));
  const head = box('ftyp', text('isom'), u32(512), text('isomiso2avc1mp41'));
  const movie = (offset: number) => movieBox(sized, { ...size, offset });
  const offset = head.length + movie(0).length + 8;
  return Buffer.concat([head, movie(offset), box('mdat', ...sized)]);
}

const u32 = (...numbers: number[]) => {
  const bytes = Buffer.alloc(4 * numbers.length);
  numbers.forEach((number, index) => bytes.writeUInt32BE(number >>> 0, 4 * index));
  return bytes;
};
const u16 = (...numbers: number[]) => Buffer.from(numbers.flatMap((number) => [number >> 8, number & 255]));
const text = (words: string) => Buffer.from(words, 'latin1');
const box = (type: string, ...parts: Buffer[]) => {
  const content = Buffer.concat(parts);
  return Buffer.concat([u32(content.length + 8), text(type), content]);
};

interface Movie {
  width: number;
  height: number;
  /** The offset of the frames in the file. */
  offset: number;
}

function movieBox(samples: readonly Buffer[], { width, height, offset }: Movie): Buffer {
  const ms = (samples.length * 1000) / RATE;
  const header = box(
    'mvhd',
    u32(0, 0, 0, 1000, ms, 0x10000, 0x1000000, 0, 0, ...MATRIX, 0, 0, 0, 0, 0, 0, 2),
  );
  const track = box('tkhd', u32(7, 0, 0, 1, 0, ms, 0, 0, 0, 0, ...MATRIX, width << 16, height << 16));
  const media = box(
    'mdia',
    box('mdhd', u32(0, 0, 0, RATE, samples.length), u16(0x55c4, 0)),
    box('hdlr', u32(0, 0), text('vide'), u32(0, 0, 0), text('Pictures\0')),
    box(
      'minf',
      box('vmhd', u32(1, 0, 0)),
      box('dinf', box('dref', u32(0, 1), box('url ', u32(1)))),
      box('stbl', ...tables(samples, { width, height, offset })),
    ),
  );
  return box('moov', header, box('trak', track, media));
}

function tables(samples: readonly Buffer[], { width, height, offset }: Movie): Buffer[] {
  const { sequence, picture } = parameterSets({ width, height });
  const setup = box(
    'avcC',
    Buffer.of(1, ...sequence.subarray(1, 4), 0xff, 0xe1),
    u16(sequence.length),
    sequence,
    Buffer.of(1),
    u16(picture.length),
    picture,
  );
  const entry = box(
    'avc1',
    u32(0),
    u16(0, 1),
    u32(0, 0, 0, 0),
    u16(width, height),
    u32(0x480000, 0x480000, 0),
    u16(1),
    Buffer.alloc(32),
    u16(24, 0xffff),
    setup,
  );
  return [
    box('stsd', u32(0, 1), entry),
    box('stts', u32(0, 1, samples.length, 1)),
    box('stss', u32(0, 1, 1)),
    box('stsc', u32(0, 1, 1, samples.length, 1)),
    box('stsz', u32(0, 0, samples.length, ...samples.map(({ length }) => length))),
    box('stco', u32(0, 1, offset)),
  ];
}
