import type { SeedModel } from '../seed-model.ts';
import { OPEN } from './parameter-sets.ts';
import { READ } from './read.ts';

/** Models of Cohere. */
export const COHERE_MODELS: readonly SeedModel[] = [
  {
    id: 'cohere/command-a',
    name: 'Command A',
    description: 'Cohere’s model for tool use and documents.',
    endpoint: 'openAI',
    contextTokens: 256_000,
    maxOutputTokens: 8192,
    supports: ['text-to-text'],
    capabilities: ['streaming', 'tools', 'json_object'],
    parameters: OPEN,
    tokenizer: 'cohere',
    knowledgeCutoff: '2024-06',
    releasedOn: '2025-03-13',
    rankOrder: 480,
    offers: [{ provider: 'cohere', upstream: 'command-a-03-2025', prices: [{ input: 2.5, output: 10 }] }],
    source: `anomalyco/models.dev provider tomls (f3fc692, 2026-07-02), ${READ}`,
    confidence: 'B',
  },
];
