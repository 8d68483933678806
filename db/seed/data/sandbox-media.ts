import type { Modality } from '#app/contracts/models.ts';
import type { SeedModel, SeedOffer } from '../seed-model.ts';
import { SANDBOX_SINCE } from './read.ts';

const PICTURES: readonly Modality[] = ['text-to-image', 'image-to-image'];
const VIDEOS: readonly Modality[] = ['text-to-video', 'image-to-video'];

const media = (
  name: string,
  rankOrder: number,
  supports: readonly Modality[],
  offers: readonly SeedOffer[],
): SeedModel => ({
  id: `sandbox/${name.toLowerCase()}`,
  name: `Sandbox ${name}`,
  endpoint: null,
  contextTokens: 0,
  maxOutputTokens: 0,
  supports,
  capabilities: [],
  tokenizer: 'none',
  releasedOn: SANDBOX_SINCE,
  rankOrder,
  offers,
  source: 'invented for the sandbox, so that its pictures and videos cost as real ones do',
  confidence: 'A',
});

/** The price of the first megapixel of an image, and of each further one, in dollars. */
const perMegapixel = (first: number, further: number) => ({
  firstMegapixel: first,
  megapixel: further,
  inputMegapixel: further,
});

/**
 * Sandbox models that generate images and videos over every wire format except OpenAI's: one offer for each
 * of them.
 */
export const SANDBOX_MEDIA_MODELS: readonly SeedModel[] = [
  media('Sketch', 80, PICTURES, [
    { provider: 'sandbox-fal', upstream: 'fal-ai/flux-2-pro', prices: [perMegapixel(0.03, 0.015)] },
    {
      provider: 'sandbox-replicate',
      upstream: 'black-forest-labs/flux-2-pro',
      prices: [perMegapixel(0.034, 0.017)],
    },
    { provider: 'sandbox-bfl', upstream: 'flux-2-pro', prices: [perMegapixel(0.032, 0.016)] },
  ]),
  media('Paint', 82, PICTURES, [
    { provider: 'sandbox-stability', upstream: 'sd3.5-large', prices: [{ image: 0.065 }] },
    {
      provider: 'sandbox-gemini',
      upstream: 'gemini-2.5-flash-image',
      prices: [{ input: 0.3, imageInput: 0.3, output: 2.5, imageOutput: 30 }],
    },
  ]),
  media(
    'Print',
    84,
    ['text-to-image'],
    [{ provider: 'sandbox-imagen', upstream: 'imagen-4.0-generate-001', prices: [{ image: 0.04 }] }],
  ),
  media('Clip', 90, VIDEOS, [
    { provider: 'sandbox-fal', upstream: 'fal-ai/bytedance/seedance/v1/pro', prices: [{ second: 0.06 }] },
    { provider: 'sandbox-replicate', upstream: 'minimax/hailuo-02', prices: [{ second: 0.05 }] },
    { provider: 'sandbox-runway', upstream: 'gen4.5', prices: [{ second: 0.12 }] },
    { provider: 'sandbox-luma', upstream: 'ray-2', prices: [{ second: 0.08 }] },
    { provider: 'sandbox-kling', upstream: 'kling-v2-6', prices: [{ second: 0.07 }] },
  ]),
  media('Reel', 92, VIDEOS, [
    { provider: 'sandbox-veo', upstream: 'veo-3.1-generate-preview', prices: [{ second: 0.4 }] },
    { provider: 'sandbox-minimax', upstream: 'MiniMax-Hailuo-02', prices: [{ second: 0.09 }] },
    { provider: 'sandbox-minimax-2', upstream: 'MiniMax-H3', prices: [{ second: 0.11 }] },
  ]),
  media(
    'Recut',
    94,
    ['video-to-video'],
    [
      { provider: 'sandbox-runway', upstream: 'gen4_aleph', prices: [{ second: 0.15 }] },
      { provider: 'sandbox-luma', upstream: 'ray-2', prices: [{ second: 0.11 }] },
    ],
  ),
];
