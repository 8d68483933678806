/** The requested shape of a result, whatever its wire calls it. */
export interface Shape {
  width: number;
  height: number;
  /** For a video. */
  seconds: number;
  /** An image to begin with. */
  base: Buffer | null;
}

const RATIO_FIELDS = ['aspect_ratio', 'aspectRatio', 'ratio'];
const LENGTH_FIELDS = ['duration', 'durationSeconds'];
const LINE_FIELDS = ['resolution', 'imageSize'];
/** Fields that contain an image as plain base64. */
const BASE64_FIELDS = ['input_image', 'image', 'bytesBase64Encoded', 'data'];
const NAMED_RATIOS: Readonly<Record<string, string>> = {
  square_hd: '1:1',
  landscape_4_3: '4:3',
  landscape_16_9: '16:9',
  portrait_4_3: '3:4',
  portrait_16_9: '9:16',
};
/** Pixels along the shorter side. */
const SHORT_SIDES: Readonly<Record<string, number>> = { '1k': 1024, '2k': 1536, '4k': 2048 };
const DEFAULT_SIDE = 768;
const DEFAULT_RATIOS = { picture: '1:1', video: '16:9' };
const MAX_SIDE = 2048;
const MAX_DEPTH = 6;
/** Whole blocks only: a video consists of blocks. */
const BLOCK = 16;

/** @param fields of an order, nested as on its wire; @param files the files beside them */
export function shapeOf(fields: object, files: readonly Buffer[], kind: 'picture' | 'video'): Shape {
  const said = new Map(scalarsOf(fields, MAX_DEPTH));
  const first = (names: readonly string[]) => names.map((name) => said.get(name)).find(Boolean) ?? '';
  const seconds = Number.parseFloat(first(LENGTH_FIELDS)) || 4;
  return { ...sizeOf(said, first, kind), seconds: Math.min(seconds, 30), base: files[0] ?? imageIn(said) };
}

function sizeOf(
  said: ReadonlyMap<string, string>,
  first: (names: readonly string[]) => string,
  kind: 'picture' | 'video',
): { width: number; height: number } {
  const [width, height] = [Number(said.get('width')), Number(said.get('height'))];
  if (width > 0 && height > 0) return { width: inBlocks(width), height: inBlocks(height) };
  const ratio = NAMED_RATIOS[said.get('image_size') ?? ''] ?? first(RATIO_FIELDS);
  const [across, down] = (/^\d+:\d+$/.test(ratio) ? ratio : DEFAULT_RATIOS[kind]).split(':').map(Number);
  const line = first(LINE_FIELDS).toLowerCase();
  const short = SHORT_SIDES[line] ?? (Number.parseInt(line) || DEFAULT_SIDE);
  const scale = short / Math.min(across!, down!);
  return { width: inBlocks(across! * scale), height: inBlocks(down! * scale) };
}

const inBlocks = (pixels: number) => Math.max(BLOCK, Math.round(Math.min(pixels, MAX_SIDE) / BLOCK) * BLOCK);

function imageIn(said: ReadonlyMap<string, string>): Buffer | null {
  for (const text of said.values()) {
    if (text.startsWith('data:image/')) return Buffer.from(text.slice(text.indexOf(',') + 1), 'base64');
  }
  const plain = BASE64_FIELDS.map((name) => said.get(name)).find((text) => text && text.length > 64);
  return plain ? Buffer.from(plain, 'base64') : null;
}

/** Every text and number by the name of its field, the deepest last. */
function scalarsOf(value: object, depth: number): [string, string][] {
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]): [string, string][] => {
    if (typeof inner === 'string' || typeof inner === 'number') return [[name, String(inner)]];
    return typeof inner === 'object' && inner !== null && depth > 0 ? scalarsOf(inner, depth - 1) : [];
  });
}
