import type { SeedModel } from '../seed-model.ts';
import { READ } from './read.ts';

/** Models of Recraft. */
export const RECRAFT_MODELS: readonly SeedModel[] = [
  {
    id: 'recraft/recraft-v4',
    name: 'Recraft V4',
    description: 'Creates images for design.',
    endpoint: null,
    contextTokens: 0,
    maxOutputTokens: 0,
    supports: ['text-to-image'],
    capabilities: [],
    tokenizer: 'none',
    releasedOn: '2026-02-17',
    rankOrder: 650,
    offers: [{ provider: 'fal', upstream: 'fal-ai/recraft/v4/text-to-image', prices: [{ image: 0.04 }] }],
    source: `fal.ai model page / llms.txt, ${READ}`,
    confidence: 'C',
  },
];
