import type { SeedModel } from '../seed-model.ts';
import { READ } from './read.ts';

/** Models of Ideogram. */
export const IDEOGRAM_MODELS: readonly SeedModel[] = [
  {
    id: 'ideogram/ideogram-4.5',
    name: 'Ideogram 4.5',
    description: 'Creates and edits images, in three quality levels.',
    endpoint: null,
    contextTokens: 0,
    maxOutputTokens: 0,
    supports: ['text-to-image', 'image-to-image'],
    capabilities: [],
    tokenizer: 'none',
    releasedOn: '2026-10-01',
    rankOrder: 640,
    offers: [
      {
        provider: 'ideogram',
        prices: [
          {
            image: 0.06,
            rules: [
              { when: { quality: ['turbo'] }, rates: { image: 0.03 } },
              { when: { quality: ['quality'] }, rates: { image: 0.1 } },
            ],
          },
        ],
      },
    ],
    source: `ideogram.ai API pricing, 16 Nov 2026, ${READ}`,
    confidence: 'A',
  },
];
