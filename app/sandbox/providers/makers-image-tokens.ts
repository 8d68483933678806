/** Side lengths in pixels. */
interface Size {
  width: number;
  height: number;
}

/**
 * The tokens that the maker of a model bills for an image, by the maker's own documentation: written again
 * here, since the product's own rules must not verify themselves. Makers without a published rule count as a
 * grid of 28 pixels.
 */
export function imageTokensOf(modelId: string, { width, height }: Size, detail: string): number {
  if (modelId.startsWith('openai/gpt-4o-mini')) return 2_833 + 5_667 * tilesOf({ width, height }, detail);
  if (/^(openai\/gpt-4|sandbox\/)/.test(modelId)) return 85 + 170 * tilesOf({ width, height }, detail);
  if (modelId.startsWith('openai/')) {
    const patches = Math.ceil(width / 32) * Math.ceil(height / 32);
    return Math.ceil(Math.min(patches, detail === 'low' ? 256 : 1_536) * 1.62);
  }
  if (modelId.startsWith('google/gemini-2')) {
    const unit = Math.min(768, Math.max(256, Math.floor(Math.min(width, height) / 1.5)));
    const fitted = Math.min(1, 3_072 / Math.max(width, height));
    return 258 * Math.ceil((width * fitted) / unit) * Math.ceil((height * fitted) / unit);
  }
  if (modelId.startsWith('google/gemini')) return 1_120;
  if (modelId.startsWith('x-ai/')) {
    const tiles = Math.ceil(width / 448) * Math.ceil(height / 448);
    return 256 * (Math.min(6, tiles) + 1);
  }
  return Math.min(16_384, Math.ceil(width / 28) * Math.ceil(height / 28) + 2);
}

/** Fitted into 2048 by 2048, then the shorter side to 768, in tiles of 512. */
function tilesOf({ width, height }: Size, detail: string): number {
  if (detail === 'low') return 0;
  const fitted = Math.min(1, 2048 / Math.max(width, height));
  const scale = fitted * Math.min(1, 768 / (fitted * Math.min(width, height)));
  const along = (side: number) => Math.max(1, Math.ceil((side * scale) / 512));
  return along(width) * along(height);
}
