import type { SeedModel } from '../seed-model.ts';
import { READ } from './read.ts';

/** Models of Kling. */
export const KLING_MODELS: readonly SeedModel[] = [
  {
    id: 'kling/kling-4.0',
    name: 'Kling 4.0',
    description: 'Creates and edits videos with sound.',
    endpoint: null,
    contextTokens: 0,
    maxOutputTokens: 0,
    supports: ['text-to-video', 'image-to-video', 'video-to-video'],
    capabilities: [],
    tokenizer: 'none',
    releasedOn: '2026-09-28',
    rankOrder: 700,
    offers: [
      {
        provider: 'fal',
        upstream: 'fal-ai/kling-video/v4',
        prices: [
          {
            rules: [
              { when: { resolution: ['720p'] }, rates: { second: 0.157 } },
              { when: { resolution: ['1080p'] }, rates: { second: 0.235 } },
              {
                when: { resolution: ['720p'], input: 'video' },
                rates: { second: 0.094, inputSecond: 0.094 },
              },
              {
                when: { resolution: ['1080p'], input: 'video' },
                rates: { second: 0.141, inputSecond: 0.141 },
              },
            ],
          },
        ],
      },
    ],
    source: `fal.ai model page / llms.txt, ${READ}`,
    confidence: 'B',
  },
];
