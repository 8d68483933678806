import type { SeedModel } from '../seed-model.ts';
import { READ } from './read.ts';

/** Models of ByteDance. */
export const BYTEDANCE_MODELS: readonly SeedModel[] = [
  {
    id: 'bytedance/seedream-5-lite',
    name: 'Seedream 5.0 Lite',
    description: 'Creates and edits images.',
    endpoint: null,
    contextTokens: 0,
    maxOutputTokens: 0,
    supports: ['text-to-image', 'image-to-image'],
    capabilities: [],
    tokenizer: 'none',
    releasedOn: '2026-02-13',
    rankOrder: 630,
    offers: [
      { provider: 'bytedance', dialect: 'openai-images', prices: [{ image: 0.035 }] },
      {
        provider: 'fal',
        upstream: 'fal-ai/bytedance/seedream/v5/lite/text-to-image',
        prices: [{ image: 0.035 }],
      },
    ],
    source: `fal.ai model page / llms.txt, ${READ}`,
    confidence: 'C',
  },
  {
    id: 'bytedance/seedance-2.0',
    name: 'Seedance 2.0',
    description: 'Creates videos with sound.',
    endpoint: null,
    contextTokens: 0,
    maxOutputTokens: 0,
    supports: ['text-to-video', 'image-to-video', 'video-to-video'],
    capabilities: [],
    tokenizer: 'none',
    releasedOn: '2026-04-14',
    rankOrder: 710,
    offers: [
      {
        provider: 'fal',
        upstream: 'fal-ai/bytedance/seedance/v2',
        prices: [{ rules: [{ when: { resolution: ['720p'] }, rates: { second: 0.3034 } }] }],
      },
    ],
    source: `fal.ai model page / llms.txt, ${READ}`,
    confidence: 'A',
  },
];
