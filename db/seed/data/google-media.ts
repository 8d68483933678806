import type { SeedModel } from '../seed-model.ts';
import { READ } from './read.ts';

/** Pictures, videos and vectors of Google. */
export const GOOGLE_MEDIA_MODELS: readonly SeedModel[] = [
  {
    id: 'google/gemini-embedding-001',
    name: 'Gemini Embedding 001',
    description: 'Turns text into vectors.',
    endpoint: null,
    contextTokens: 2048,
    maxOutputTokens: 0,
    supports: ['text-to-embedding'],
    capabilities: [],
    tokenizer: 'gemini',
    knowledgeCutoff: '2025-05',
    releasedOn: '2025-05-20',
    rankOrder: 520,
    offers: [{ provider: 'google', dialect: 'openai-embeddings', prices: [{ input: 0.15 }] }],
    source: `Wei-Shaw/model-price-repo (LiteLLM-format price map, 2026-07-24), ${READ}`,
    confidence: 'B',
  },
  {
    id: 'google/gemini-nano-banana-2.1',
    name: 'Nano Banana 2.1',
    description: 'Makes and edits pictures; billed by tokens.',
    endpoint: null,
    contextTokens: 0,
    maxOutputTokens: 0,
    supports: ['text-to-image', 'image-to-image'],
    capabilities: [],
    tokenizer: 'gemini',
    rankOrder: 540,
    offers: [
      { provider: 'google', dialect: 'google', prices: [{ input: 1.5, output: 7.5, imageOutput: 30 }] },
    ],
    source: `BerriAI/litellm discussion 44983, ${READ}`,
    confidence: 'C',
  },
  {
    id: 'google/gemini-3-pro-image',
    name: 'Nano Banana Pro',
    description: 'Makes and edits pictures in resolutions up to 2K and more; billed by tokens.',
    endpoint: null,
    contextTokens: 0,
    maxOutputTokens: 0,
    supports: ['text-to-image', 'image-to-image'],
    capabilities: [],
    tokenizer: 'gemini',
    knowledgeCutoff: '2025-01',
    releasedOn: '2025-11-20',
    rankOrder: 550,
    offers: [
      {
        provider: 'google',
        upstream: 'gemini-3-pro-image-preview',
        dialect: 'google',
        prices: [{ input: 2, output: 12, imageOutput: 120 }],
      },
    ],
    source: `ai.google.dev pricing as mirrored 7 Oct 2026 (api-evangelist); Wei-Shaw/model-price-repo (LiteLLM-format price map, 2026-07-24), ${READ}`,
    confidence: 'B',
  },
  {
    id: 'google/imagen-4',
    name: 'Imagen 4',
    description: 'Makes pictures from text, in a fast, a standard and an ultra quality.',
    endpoint: null,
    contextTokens: 0,
    maxOutputTokens: 0,
    supports: ['text-to-image'],
    capabilities: [],
    tokenizer: 'none',
    rankOrder: 560,
    offers: [
      {
        provider: 'google',
        upstream: 'imagen-4.0-generate-001',
        dialect: 'google',
        prices: [
          {
            image: 0.04,
            rules: [
              { when: { quality: ['ultra'] }, rates: { image: 0.06 } },
              { when: { quality: ['fast'] }, rates: { image: 0.02 } },
            ],
          },
        ],
      },
    ],
    source: `ai.google.dev pricing as mirrored 7 Oct 2026 (api-evangelist), ${READ}`,
    confidence: 'B',
  },
  {
    id: 'google/veo-3.1',
    name: 'Veo 3.1',
    description: 'Makes videos with sound, up to 4k.',
    endpoint: null,
    contextTokens: 0,
    maxOutputTokens: 0,
    supports: ['text-to-video', 'image-to-video'],
    capabilities: [],
    tokenizer: 'none',
    featured: true,
    rankOrder: 670,
    offers: [
      {
        provider: 'google',
        upstream: 'veo-3.1-generate-preview',
        dialect: 'google',
        prices: [
          {
            rules: [
              { when: { resolution: ['720p', '1080p'] }, rates: { second: 0.4 } },
              { when: { resolution: ['4k'] }, rates: { second: 0.6 } },
            ],
          },
        ],
      },
    ],
    source: `ai.google.dev pricing as mirrored 7 Oct 2026 (api-evangelist), ${READ}`,
    confidence: 'B',
  },
  {
    id: 'google/veo-3.1-fast',
    name: 'Veo 3.1 Fast',
    description: 'The quicker Veo 3.1.',
    endpoint: null,
    contextTokens: 0,
    maxOutputTokens: 0,
    supports: ['text-to-video', 'image-to-video'],
    capabilities: [],
    tokenizer: 'none',
    rankOrder: 680,
    offers: [
      {
        provider: 'google',
        upstream: 'veo-3.1-fast-generate-preview',
        dialect: 'google',
        prices: [
          {
            rules: [
              { when: { resolution: ['720p'] }, rates: { second: 0.1 } },
              { when: { resolution: ['1080p'] }, rates: { second: 0.12 } },
            ],
          },
        ],
      },
    ],
    source: `ai.google.dev pricing as mirrored 7 Oct 2026 (api-evangelist), ${READ}`,
    confidence: 'B',
  },
  {
    id: 'google/veo-3.1-lite',
    name: 'Veo 3.1 Lite',
    description: 'The cheapest Veo 3.1.',
    endpoint: null,
    contextTokens: 0,
    maxOutputTokens: 0,
    supports: ['text-to-video', 'image-to-video'],
    capabilities: [],
    tokenizer: 'none',
    rankOrder: 690,
    offers: [
      {
        provider: 'google',
        dialect: 'google',
        prices: [
          {
            rules: [
              { when: { resolution: ['720p'] }, rates: { second: 0.05 } },
              { when: { resolution: ['1080p'] }, rates: { second: 0.08 } },
            ],
          },
        ],
      },
    ],
    source: `ai.google.dev pricing as mirrored 7 Oct 2026 (api-evangelist), ${READ}`,
    confidence: 'B',
  },
];
