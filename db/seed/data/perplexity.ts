import type { SeedModel } from '../seed-model.ts';
import { OPEN } from './parameter-sets.ts';
import { READ } from './read.ts';

/** Models of Perplexity. */
export const PERPLEXITY_MODELS: readonly SeedModel[] = [
  {
    id: 'perplexity/sonar-pro',
    name: 'Sonar Pro',
    description: 'Answers with results from the web.',
    endpoint: 'openAI',
    contextTokens: 200_000,
    maxOutputTokens: 8192,
    supports: ['text-to-text', 'image-to-text'],
    capabilities: ['streaming', 'vision', 'json_object'],
    parameters: OPEN,
    tokenizer: 'sonar',
    knowledgeCutoff: '2025-09',
    releasedOn: '2025-01-21',
    rankOrder: 490,
    offers: [
      {
        provider: 'perplexity',
        prices: [
          { until: '2026-11-23', input: 3, output: 15 },
          // Each answer searches the web once: $6 per thousand requests with the smallest search context,
          // which the adapter requests.
          { from: '2026-11-23', input: 3, output: 15, request: 0.006 },
        ],
        source: `docs.perplexity.ai/getting-started/pricing, ${READ}`,
      },
    ],
    source: `anomalyco/models.dev provider tomls (f3fc692, 2026-07-02), ${READ}`,
    confidence: 'B',
  },
];
