import type { SeedModel } from '../seed-model.ts';
import { READ } from './read.ts';

/** Models of Alibaba. */
export const ALIBABA_MODELS: readonly SeedModel[] = [
  {
    id: 'alibaba/wan-3.0',
    name: 'Wan 3.0',
    description: 'Creates videos of up to 30 seconds.',
    endpoint: null,
    contextTokens: 0,
    maxOutputTokens: 0,
    supports: ['text-to-video', 'image-to-video', 'video-to-video'],
    capabilities: [],
    tokenizer: 'none',
    releasedOn: '2026-08-24',
    rankOrder: 720,
    offers: [
      {
        provider: 'alibaba',
        dialect: 'dashscope',
        prices: [
          {
            rules: [
              { when: { resolution: ['480p'] }, rates: { second: 0.03 } },
              { when: { resolution: ['720p'] }, rates: { second: 0.06 } },
              { when: { resolution: ['1080p'] }, rates: { second: 0.12 } },
            ],
          },
        ],
      },
    ],
    source: `Alibaba Model Studio price list, ${READ}`,
    confidence: 'B',
  },
  {
    id: 'alibaba/wan-2.7',
    name: 'Wan 2.7',
    description: 'The previous Wan.',
    endpoint: null,
    contextTokens: 0,
    maxOutputTokens: 0,
    supports: ['text-to-video', 'image-to-video'],
    capabilities: [],
    tokenizer: 'none',
    releasedOn: '2026-04-14',
    rankOrder: 730,
    offers: [
      {
        provider: 'fal',
        upstream: 'fal-ai/wan/v2.7',
        prices: [
          {
            rules: [
              { when: { resolution: ['720p'] }, rates: { second: 0.1 } },
              { when: { resolution: ['1080p'] }, rates: { second: 0.15 } },
            ],
          },
        ],
      },
      {
        provider: 'apiyi',
        dialect: 'openai-videos',
        prices: [
          {
            rules: [
              { when: { resolution: ['720p'] }, rates: { second: 0.084 } },
              { when: { resolution: ['1080p'] }, rates: { second: 0.14 } },
            ],
          },
        ],
        source: `a reseller’s list (third party), ${READ}`,
        confidence: 'C',
      },
    ],
    source: `fal.ai model page / llms.txt; apiyi / reseller list (third party), ${READ}`,
    confidence: 'A',
  },
];
