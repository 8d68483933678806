import type { Usage } from '#app/contracts/cost.ts';
import type { ImageRequestRecord } from '#app/contracts/media/image.ts';
import type { Dialect } from '#app/contracts/catalogue/dialects.ts';
import type { Made, Used } from '../task.ts';
import { priced } from './most-usage.ts';
import { tokensOf } from './output-tokens.ts';

/**
 * What was made of an order: the pictures that are there, and the provider's count of tokens; where it says none, what
 * such pictures take by the tables.
 */
export async function usageOf(
  { order, images }: ImageRequestRecord,
  { files, usage: told }: Made,
  { dialect, countPrompt }: { dialect: Dialect | null; countPrompt(): Promise<number> },
): Promise<Used> {
  const made = files.map(({ width, height }) => ({ width, height }));
  const media: Usage['media'] = {
    images: made,
    ...(images.length > 0 && { inputImages: images.map(({ size }) => size) }),
    ...priced(order),
  };
  if (told) return { usage: { ...told, media }, usageSource: 'provider' };
  const imageOutputTokens = made.reduce((sum, size) => sum + tokensOf(size, order, dialect), 0);
  return {
    usage: {
      promptTokens: await countPrompt(),
      cachedTokens: 0,
      completionTokens: imageOutputTokens,
      reasoningTokens: 0,
      imageOutputTokens,
      media,
    },
    usageSource: 'counted',
  };
}
