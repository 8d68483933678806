import type { Price } from '#app/contracts/price.ts';
import { createModel } from './create-model.ts';

export const PICTURE_MODEL = 'sandbox/picture';

/** Micro-dollars per token: one for text and input, ten for output. */
export const IMAGE_PRICE: Price = {
  rules: [{ rates: { input: 1_000_000n, imageInput: 1_000_000n, imageOutput: 10_000_000n } }],
};

/** The sandbox's image model, billed by OpenAI's table. */
export function createImageModel(): Promise<string> {
  return createModel({
    id: PICTURE_MODEL,
    name: 'Sandbox Picture',
    endpoint: null,
    supports: ['text-to-image', 'image-to-image'],
    capabilities: [],
    contextTokens: 0,
    offers: [
      {
        provider: 'sandbox',
        upstreamModel: 'gpt-image-1-sandbox',
        dialect: 'openai-images',
        price: IMAGE_PRICE,
      },
    ],
  });
}
