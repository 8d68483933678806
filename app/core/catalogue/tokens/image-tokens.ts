import type { PixelSize } from '#app/contracts/cost.ts';

/** An image in the body of a call. */
export interface CallImage {
  /** null: it is at a URL, or does not state its size. */
  size: PixelSize | null;
  detail: 'auto' | 'low' | 'high' | 'original';
}

/** Max tokens that an image is billed as; Infinity when only the model's window limits it. */
type Rule = (image: CallImage) => number;

/** Bytes to search: a JPEG states its size after its camera metadata. */
const MAX_SEARCHED_BYTES = 512 * 1024;

/** OpenAI's older rule: fitted into 2048 by 2048, the shorter side to 768, then tiles of 512. */
function tiles(base: number, tile: number): Rule {
  return ({ size, detail }) => {
    if (detail === 'low') return base;
    const { width, height } = size ? fit(size, 2048) : { width: 2048, height: 768 };
    // A smaller image may be enlarged, as in some of the maker's own examples.
    const scale = 768 / Math.min(width, height);
    const along = (side: number) => Math.ceil(Math.min(2048, Math.ceil(side * scale)) / 512);
    return base + tile * along(width) * along(height);
  };
}

/** OpenAI's newer rule: patches of 32 pixels, up to a maximum, times a factor. */
function patches(max: { low: number; high: number; original: number; auto: number }, factor: number): Rule {
  return ({ size, detail }) => {
    const all = size ? Math.ceil(size.width / 32) * Math.ceil(size.height / 32) : Number.POSITIVE_INFINITY;
    // At low detail a small image may be enlarged to 512 by 512.
    const count = detail === 'low' ? max.low : Math.min(all, max[detail]);
    return Math.ceil(count * factor);
  };
}

/** Squares with this many pixels per side, up to a maximum; each row may end with a mark. */
function squares(side: number, max: number): Rule {
  return ({ size }) => {
    if (!size) return max;
    const rows = Math.ceil(size.height / side) + 1;
    return Math.min(max, (Math.ceil(size.width / side) + 2) * rows);
  };
}

/** Gemini 2.5 cuts tiles of 768 pixels or less at 258 tokens; Gemini 3 takes 1,120 for any, 2,240 at most. */
const gemini: Rule = ({ size }) => {
  if (!size) return GEMINI_MAX;
  const unit = Math.min(768, Math.max(256, Math.floor(Math.min(size.width, size.height) / 1.5)));
  const tiles = Math.ceil(size.width / unit) * Math.ceil(size.height / unit);
  return Math.min(GEMINI_MAX, Math.max(2_240, 258 * tiles));
};

/** More than 24 tiles do not fit into the 3,072 pixels that a side is scaled to. */
const GEMINI_MAX = 258 * 32;

/** Width times height by 750, scaled to the max side of the newest models, in whole patches of 28 pixels. */
const claude: Rule = ({ size }) => {
  if (!size) return CLAUDE_MAX;
  return Math.min(CLAUDE_MAX, (Math.ceil(size.width / 27) + 1) * (Math.ceil(size.height / 27) + 1));
};

const CLAUDE_MAX = 4_800;

const GPT_5_4_MINI = { low: 256, high: 1_536, auto: 1_536, original: 1_536 };

const UNBOUNDED = {
  low: 256,
  high: 2_500,
  auto: Number.POSITIVE_INFINITY,
  original: Number.POSITIVE_INFINITY,
};

/**
 * Rules by model id; the first match counts. Source: the makers' pages on images, autumn 2026. A newer model
 * of OpenAI is treated as the latest one described, at the highest factor.
 */
const RULES: readonly (readonly [RegExp, Rule])[] = [
  [/^openai\/gpt-4o-mini/, tiles(2_833, 5_667)],
  [/^(?:anthropic\/|sandbox\/messages)/, claude],
  [/^(?:google\/gemini|sandbox\/generate)/, gemini],
  [/^(?:openai\/gpt-4(?:o|\.1)?$|sandbox\/)/, tiles(85, 170)],
  [/^openai\/gpt-5\.4-mini/, patches(GPT_5_4_MINI, 1.62)],
  [/^openai\//, patches(UNBOUNDED, 2.46)],
  // Tiles of 448 pixels, six and an overview, 256 tokens and one each.
  [/^x-ai\//, () => 1_799],
];

/** The finest grid of any other known maker, with its max number of squares. */
const UNKNOWN = squares(14, 16_384);

/** Max tokens that a model can bill for an image. @param windowTokens of the model */
export function maxImageTokens(image: CallImage, modelId: string, windowTokens: number): number {
  const [, rule] = RULES.find(([name]) => name.test(modelId)) ?? [null, UNKNOWN];
  return Math.min(rule(image), windowTokens);
}

function fit({ width, height }: PixelSize, side: number): PixelSize {
  const scale = Math.min(1, side / Math.max(width, height));
  return { width: Math.max(1, width * scale), height: Math.max(1, height * scale) };
}

/**
 * The size that an image's own bytes state, whatever its file name; null if its first bytes do not contain
 * it. Animations return null: their frames need not have the size of the screen.
 * @param base64 the image's bytes
 */
export function imageSize(base64: string): PixelSize | null {
  const bytes = Buffer.from(base64.slice(0, (MAX_SEARCHED_BYTES * 4) / 3), 'base64');
  const size = pngSize(bytes) ?? jpegSize(bytes) ?? webpSize(bytes);
  return size && size.width > 0 && size.height > 0 ? size : null;
}

function pngSize(bytes: Buffer): PixelSize | null {
  if (bytes.length < 24 || bytes.readUInt32BE(0) !== 0x89504e47 || bytes.readUInt32BE(12) !== 0x49484452)
    return null;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** Reads segment by segment up to the one that begins a frame. */
function jpegSize(bytes: Buffer): PixelSize | null {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return null;
  for (let at = 2; at + 9 <= bytes.length;) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1]!;
    if (marker === 0xff) at += 1;
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)) at += 2;
    else if (beginsFrame(marker))
      return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    else if (marker === 0xd9 || marker === 0xda) return null;
    else at += 2 + Math.max(2, bytes.readUInt16BE(at + 2));
  }
  return null;
}

/** SOF0 to SOF15, without the tables in between. */
function beginsFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

function webpSize(bytes: Buffer): PixelSize | null {
  if (bytes.length < 30 || bytes.toString('latin1', 0, 4) !== 'RIFF') return null;
  switch (bytes.toString('latin1', 8, 16)) {
    case 'WEBPVP8 ':
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    case 'WEBPVP8L': {
      const bits = bytes.readUInt32LE(21);
      return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
    }
    case 'WEBPVP8X':
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    default:
      return null;
  }
}
