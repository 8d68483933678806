import type { SeedModel } from '../seed-model.ts';
import { READ } from './read.ts';

/** Models of Runway. */
export const RUNWAY_MODELS: readonly SeedModel[] = [
  {
    id: 'runway/gen-4.5',
    name: 'Runway Gen-4.5',
    description: 'Creates videos from text or an image.',
    endpoint: null,
    contextTokens: 0,
    maxOutputTokens: 0,
    supports: ['text-to-video', 'image-to-video'],
    capabilities: [],
    tokenizer: 'none',
    releasedOn: '2025-12-01',
    rankOrder: 780,
    offers: [{ provider: 'venice', dialect: 'venice', prices: [{ second: 0.162 }] }],
    source: `Venice reseller price list (third party), ${READ}`,
    confidence: 'C',
  },
];
