import type { SeedModel } from '../seed-model.ts';
import { GEMINI, GEMINI_NEWER, OPEN } from './parameter-sets.ts';
import { READ } from './read.ts';

/** Models of Google. */
export const GOOGLE_MODELS: readonly SeedModel[] = [
  {
    id: 'google/gemini-3.8-flash',
    name: 'Gemini 3.8 Flash',
    description:
      'Reads text, images, audio, video and files. The introductory price ends on December 31, 2026.',
    endpoint: 'google',
    contextTokens: 1_048_576,
    maxOutputTokens: 65_536,
    supports: ['text-to-text', 'image-to-text', 'video-to-text', 'audio-to-text'],
    capabilities: ['streaming', 'tools', 'vision', 'json_object', 'json_schema', 'reasoning'],
    parameters: GEMINI_NEWER,
    tokenizer: 'gemini',
    featured: true,
    releasedOn: '2026-09-02',
    rankOrder: 260,
    offers: [
      {
        provider: 'google',
        prices: [
          { until: '2027-01-01', input: 0.75, output: 3.75 },
          { from: '2027-01-01', input: 1.5, output: 7.5 },
        ],
      },
    ],
    source: `ai.google.dev pricing as mirrored 7 Oct 2026 (api-evangelist), ${READ}; what it can do as its predecessor`,
    confidence: 'B',
  },
  {
    id: 'google/gemini-3.5-flash-lite',
    name: 'Gemini 3.5 Flash-Lite',
    description: 'A lightweight Gemini that reads text, images, audio, video and files.',
    endpoint: 'google',
    contextTokens: 1_048_576,
    maxOutputTokens: 65_536,
    supports: ['text-to-text', 'image-to-text', 'video-to-text', 'audio-to-text'],
    capabilities: ['streaming', 'tools', 'vision', 'json_object', 'json_schema', 'reasoning'],
    parameters: GEMINI_NEWER,
    tokenizer: 'gemini',
    releasedOn: '2026-07-21',
    rankOrder: 270,
    offers: [{ provider: 'google', prices: [{ input: 0.3, output: 2.5 }] }],
    source: `ai.google.dev pricing as mirrored 7 Oct 2026 (api-evangelist), ${READ}; what it can do as its predecessor`,
    confidence: 'B',
  },
  {
    id: 'google/gemini-3.1-pro-preview',
    name: 'Gemini 3.1 Pro Preview',
    description: 'A preview of the larger Gemini. Prompts above 200,000 tokens cost more.',
    endpoint: 'google',
    contextTokens: 1_048_576,
    maxOutputTokens: 65_536,
    supports: ['text-to-text', 'image-to-text', 'video-to-text', 'audio-to-text'],
    capabilities: ['streaming', 'tools', 'vision', 'json_object', 'json_schema', 'reasoning'],
    parameters: GEMINI,
    tokenizer: 'gemini',
    knowledgeCutoff: '2025-01',
    releasedOn: '2026-02-19',
    rankOrder: 280,
    offers: [
      {
        provider: 'google',
        prices: [
          {
            input: 2,
            cachedInput: 0.2,
            output: 12,
            rules: [
              { when: { promptTokensAbove: 200_000 }, rates: { input: 4, cachedInput: 0.4, output: 18 } },
            ],
          },
        ],
      },
      {
        provider: 'google-vertex',
        prices: [
          {
            input: 2,
            cachedInput: 0.2,
            output: 12,
            rules: [
              { when: { promptTokensAbove: 200_000 }, rates: { input: 4, cachedInput: 0.4, output: 18 } },
            ],
          },
        ],
      },
    ],
    source: `ai.google.dev pricing as mirrored 7 Oct 2026 (api-evangelist); anomalyco/models.dev provider tomls (f3fc692, 2026-07-02), ${READ}`,
    confidence: 'B',
  },
  {
    id: 'google/gemini-2.5-flash',
    name: 'Gemini 2.5 Flash',
    description:
      'A quick Gemini that reads text, pictures, sound, video and files; sound has a price of its own.',
    endpoint: 'google',
    contextTokens: 1_048_576,
    maxOutputTokens: 65_535,
    supports: ['text-to-text', 'image-to-text', 'video-to-text', 'audio-to-text'],
    capabilities: ['streaming', 'tools', 'vision', 'json_object', 'json_schema', 'reasoning'],
    parameters: GEMINI,
    tokenizer: 'gemini',
    knowledgeCutoff: '2025-01',
    releasedOn: '2025-06-17',
    rankOrder: 290,
    offers: [
      { provider: 'google', prices: [{ input: 0.3, cachedInput: 0.03, audioInput: 1, output: 2.5 }] },
      { provider: 'google-vertex', prices: [{ input: 0.3, cachedInput: 0.075, audioInput: 1, output: 2.5 }] },
      {
        provider: 'openrouter',
        upstream: 'google/gemini-2.5-flash',
        prices: [{ input: 0.3, cachedInput: 0.03, audioInput: 1, output: 2.5 }],
      },
    ],
    source: `ai.google.dev pricing as mirrored 7 Oct 2026 (api-evangelist); anomalyco/models.dev provider tomls (f3fc692, 2026-07-02), ${READ}`,
    confidence: 'B',
  },
  {
    id: 'google/gemma-4-31b-it',
    name: 'Gemma 4 31B',
    description: 'Google’s open-weight model of 31 billion parameters.',
    endpoint: 'google',
    contextTokens: 262_144,
    maxOutputTokens: 131_072,
    supports: ['text-to-text', 'image-to-text'],
    capabilities: ['streaming', 'tools', 'vision', 'json_object', 'json_schema', 'reasoning'],
    parameters: OPEN,
    tokenizer: 'gemini',
    releasedOn: '2026-04-02',
    rankOrder: 300,
    offers: [
      {
        provider: 'openrouter',
        upstream: 'google/gemma-4-31b-it',
        prices: [{ input: 0.12, cachedInput: 0.09, output: 0.35 }],
      },
      { provider: 'deepinfra', upstream: 'google/gemma-4-31B-it', prices: [{ input: 0.13, output: 0.38 }] },
      { provider: 'siliconflow', upstream: 'google/gemma-4-31B-it', prices: [{ input: 0.13, output: 0.4 }] },
      { provider: 'novita-ai', upstream: 'google/gemma-4-31b-it', prices: [{ input: 0.14, output: 0.4 }] },
      { provider: 'friendli', upstream: 'google/gemma-4-31B-it', prices: [{ input: 0.14, output: 0.4 }] },
      { provider: 'togetherai', upstream: 'google/gemma-4-31B-it', prices: [{ input: 0.39, output: 0.97 }] },
    ],
    source: `anomalyco/models.dev provider tomls (f3fc692, 2026-07-02), ${READ}`,
    confidence: 'B',
  },
];
