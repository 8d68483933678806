import type { SeedModel } from '../seed-model.ts';
import { READ } from './read.ts';

/** Models of Luma. */
export const LUMA_MODELS: readonly SeedModel[] = [
  {
    id: 'luma/ray-3.2',
    name: 'Luma Ray 3.2 (modify)',
    description: 'Edits videos, in clips of five seconds.',
    endpoint: null,
    contextTokens: 0,
    maxOutputTokens: 0,
    supports: ['video-to-video'],
    capabilities: [],
    tokenizer: 'none',
    releasedOn: '2026-06-01',
    rankOrder: 750,
    offers: [
      {
        provider: 'fal',
        upstream: 'fal-ai/luma-dream-machine/ray-3.2/modify',
        prices: [
          {
            rules: [
              { when: { resolution: ['540p'] }, rates: { second: 0.144 } },
              { when: { resolution: ['720p'] }, rates: { second: 0.216 } },
              { when: { resolution: ['1080p'] }, rates: { second: 0.432 } },
            ],
          },
        ],
      },
    ],
    source: `fal.ai model page / llms.txt, ${READ}`,
    confidence: 'B',
  },
];
