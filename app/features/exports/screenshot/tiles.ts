/** Max height of an image in CSS pixels, and its max number of real ones, which some phones have. */
const MAX_HEIGHT = 8000;
const MAX_PIXELS = 16_000_000;

/** An image: some messages one below the other, or a slice of a message that is too high for one image. */
export interface Tile {
  /** Index of its first message, and of the one after its last. */
  from: number;
  to: number;
  /** The part of a single message that it shows, in CSS pixels; null for whole messages. */
  slice: { top: number; height: number } | null;
}

/** The height up to which an image can be drawn, in CSS pixels. */
export function tileHeight(width: number, scale: number): number {
  return Math.max(1, Math.min(MAX_HEIGHT, Math.floor(MAX_PIXELS / (width * scale * scale))));
}

/**
 * Divides messages into images at their borders; only a message that is higher than an image is cut.
 * @param heights of the messages in CSS pixels
 */
export function planTiles(heights: readonly number[], max: number): Tile[] {
  const tiles: Tile[] = [];
  let from = 0;
  let sum = 0;
  const end = (to: number) => {
    if (to > from) tiles.push({ from, to, slice: null });
    from = to;
    sum = 0;
  };
  for (const [index, height] of heights.entries()) {
    if (sum + height > max) end(index);
    sum += height;
    if (height <= max) continue;
    for (let top = 0; top < height; top += max)
      tiles.push({ from: index, to: index + 1, slice: { top, height: Math.min(max, height - top) } });
    from = index + 1;
    sum = 0;
  }
  end(heights.length);
  return tiles;
}
