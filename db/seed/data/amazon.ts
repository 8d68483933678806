import type { SeedModel } from '../seed-model.ts';
import { OPEN } from './parameter-sets.ts';
import { READ } from './read.ts';

/** Models of Amazon. */
export const AMAZON_MODELS: readonly SeedModel[] = [
  {
    id: 'amazon/nova-2-lite',
    name: 'Nova 2 Lite',
    description: 'Amazon’s model for text, images and video.',
    endpoint: 'openAI',
    contextTokens: 1_000_000,
    maxOutputTokens: 4096,
    supports: ['text-to-text', 'image-to-text', 'video-to-text'],
    capabilities: ['streaming', 'tools', 'vision', 'json_object', 'reasoning'],
    parameters: OPEN,
    tokenizer: 'nova',
    releasedOn: '2025-12-02',
    rankOrder: 500,
    offers: [
      {
        provider: 'amazon-bedrock',
        upstream: 'amazon.nova-2-lite-v1:0',
        prices: [{ input: 0.3, output: 2.5 }],
      },
    ],
    source: `anomalyco/models.dev provider tomls (f3fc692, 2026-07-02), ${READ}`,
    confidence: 'B',
  },
];
