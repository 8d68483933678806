import type { SeedModel } from '../seed-model.ts';
import { OPEN } from './parameter-sets.ts';
import { READ } from './read.ts';

/** Models of Z.ai. */
export const Z_AI_MODELS: readonly SeedModel[] = [
  {
    id: 'z-ai/glm-5.3',
    name: 'GLM-5.3',
    description: 'Z.ai’s newest model, with a 1M-token context.',
    endpoint: 'openAI',
    contextTokens: 1_048_576,
    // The sources state no max output.
    maxOutputTokens: 16_384,
    supports: ['text-to-text'],
    capabilities: ['streaming', 'tools', 'json_object', 'json_schema', 'reasoning'],
    parameters: OPEN,
    tokenizer: 'glm',
    releasedOn: '2026-08-16',
    rankOrder: 370,
    offers: [{ provider: 'zai', prices: [{ input: 1.4, cachedInput: 0.26, output: 4.4 }] }],
    source: `openrouter.ai model page, ${READ}; what it can do as its predecessor`,
    confidence: 'B',
  },
  {
    id: 'z-ai/glm-5.2',
    name: 'GLM-5.2',
    description: 'Z.ai’s open-weight model, available from many hosts.',
    endpoint: 'openAI',
    contextTokens: 1_048_576,
    maxOutputTokens: 131_072,
    supports: ['text-to-text'],
    capabilities: ['streaming', 'tools', 'json_object', 'json_schema', 'reasoning'],
    parameters: OPEN,
    tokenizer: 'glm',
    releasedOn: '2026-06-13',
    rankOrder: 380,
    offers: [
      {
        provider: 'openrouter',
        upstream: 'z-ai/glm-5.2',
        prices: [{ input: 0.93, cachedInput: 0.18, output: 3 }],
      },
      {
        provider: 'deepinfra',
        upstream: 'zai-org/GLM-5.2',
        prices: [{ input: 0.95, cachedInput: 0.18, output: 3 }],
      },
      { provider: 'zai', prices: [{ input: 1.4, cachedInput: 0.26, output: 4.4 }] },
      {
        provider: 'togetherai',
        upstream: 'zai-org/GLM-5.2',
        prices: [{ input: 1.4, cachedInput: 0.26, output: 4.4 }],
      },
      {
        provider: 'novita-ai',
        upstream: 'zai-org/glm-5.2',
        prices: [{ input: 1.4, cachedInput: 0.26, output: 4.4 }],
      },
      {
        provider: 'siliconflow',
        upstream: 'zai-org/GLM-5.2',
        prices: [{ input: 1.4, cachedInput: 0.26, output: 4.4 }],
      },
      {
        provider: 'friendli',
        upstream: 'zai-org/GLM-5.2',
        prices: [{ input: 1.4, cachedInput: 0.26, output: 4.4 }],
      },
      {
        provider: 'baseten',
        upstream: 'zai-org/GLM-5.2',
        prices: [{ input: 1.4, cachedInput: 0.3, output: 4.4 }],
      },
      { provider: 'nebius', upstream: 'zai-org/GLM-5.2', prices: [{ input: 1.4, output: 4.4 }] },
    ],
    source: `anomalyco/models.dev provider tomls (f3fc692, 2026-07-02), ${READ}`,
    confidence: 'B',
  },
];
