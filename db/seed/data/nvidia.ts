import type { SeedModel } from '../seed-model.ts';
import { OPEN } from './parameter-sets.ts';
import { READ } from './read.ts';

/** Models of NVIDIA. */
export const NVIDIA_MODELS: readonly SeedModel[] = [
  {
    id: 'nvidia/nemotron-3-ultra',
    name: 'Nemotron 3 Ultra',
    description: 'NVIDIA’s large open-weight model.',
    endpoint: 'openAI',
    contextTokens: 1_000_000,
    maxOutputTokens: 128_000,
    supports: ['text-to-text'],
    capabilities: ['streaming', 'tools', 'json_object', 'json_schema', 'reasoning'],
    parameters: OPEN,
    tokenizer: 'nemotron',
    releasedOn: '2026-06-04',
    rankOrder: 510,
    offers: [
      {
        provider: 'openrouter',
        upstream: 'nvidia/nemotron-3-ultra-550b-a55b',
        prices: [{ input: 0.5, cachedInput: 0.1, output: 2.2 }],
      },
      {
        provider: 'nvidia',
        upstream: 'nvidia/nemotron-3-ultra-550b-a55b',
        prices: [{ input: 0.5, cachedInput: 0.15, output: 2.5 }],
      },
    ],
    source: `anomalyco/models.dev provider tomls (f3fc692, 2026-07-02), ${READ}`,
    confidence: 'B',
  },
];
