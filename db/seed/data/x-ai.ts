import type { SeedModel } from '../seed-model.ts';
import { OPEN } from './parameter-sets.ts';
import { READ } from './read.ts';

/** Models of xAI. */
export const X_AI_MODELS: readonly SeedModel[] = [
  {
    id: 'x-ai/grok-4.6',
    name: 'Grok 4.6',
    description: 'xAI’s model for text and images. Prompts above 200,000 tokens cost more.',
    endpoint: 'openAI',
    contextTokens: 500_000,
    // The sources state no max output.
    maxOutputTokens: 16_384,
    supports: ['text-to-text', 'image-to-text'],
    capabilities: ['streaming', 'tools', 'vision', 'json_object', 'json_schema', 'reasoning'],
    parameters: OPEN,
    tokenizer: 'grok',
    releasedOn: '2026-08-10',
    rankOrder: 310,
    offers: [
      {
        provider: 'xai',
        prices: [
          {
            input: 2,
            cachedInput: 0.5,
            output: 6,
            rules: [{ when: { promptTokensAbove: 200_000 }, rates: { input: 4 } }],
          },
        ],
      },
    ],
    source: `docs.x.ai price listing (Aug 2026), ${READ}; what it can do as its predecessor`,
    confidence: 'B',
  },
  {
    id: 'x-ai/grok-4.3',
    name: 'Grok 4.3',
    description: 'A previous Grok with a 1M-token context.',
    endpoint: 'openAI',
    contextTokens: 1_000_000,
    maxOutputTokens: 131_072,
    supports: ['text-to-text', 'image-to-text'],
    capabilities: ['streaming', 'tools', 'vision', 'json_object', 'json_schema', 'reasoning'],
    parameters: OPEN,
    tokenizer: 'grok',
    releasedOn: '2026-04-17',
    rankOrder: 320,
    offers: [
      { provider: 'xai', prices: [{ input: 1.25, cachedInput: 0.2, output: 2.5 }] },
      {
        provider: 'amazon-bedrock',
        upstream: 'xai.grok-4.3',
        prices: [{ input: 1.25, cachedInput: 0.2, output: 2.5 }],
      },
    ],
    source: `anomalyco/models.dev provider tomls (f3fc692, 2026-07-02), ${READ}`,
    confidence: 'B',
  },
  {
    id: 'x-ai/grok-imagine-video',
    name: 'Grok Imagine Video',
    description: 'Creates videos of up to 15 seconds.',
    endpoint: null,
    contextTokens: 0,
    maxOutputTokens: 0,
    supports: ['text-to-video', 'image-to-video', 'video-to-video'],
    capabilities: [],
    tokenizer: 'none',
    releasedOn: '2026-01-28',
    rankOrder: 760,
    offers: [
      {
        provider: 'venice',
        dialect: 'venice',
        prices: [{ rules: [{ when: { resolution: ['480p'] }, rates: { second: 0.0633 } }] }],
      },
    ],
    source: `Venice reseller price list (third party), ${READ}`,
    confidence: 'C',
  },
];
