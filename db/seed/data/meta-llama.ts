import type { SeedModel } from '../seed-model.ts';
import { OPEN } from './parameter-sets.ts';
import { READ } from './read.ts';

/** Models of Meta. */
export const META_LLAMA_MODELS: readonly SeedModel[] = [
  {
    id: 'meta-llama/llama-3.3-70b-instruct',
    name: 'Llama 3.3 70B Instruct',
    description: 'Meta’s open-weight model of 70 billion parameters.',
    endpoint: 'openAI',
    contextTokens: 131_072,
    maxOutputTokens: 32_768,
    supports: ['text-to-text'],
    capabilities: ['streaming', 'tools', 'json_object'],
    parameters: OPEN,
    tokenizer: 'llama',
    knowledgeCutoff: '2023-12',
    releasedOn: '2024-12-06',
    rankOrder: 460,
    offers: [
      {
        provider: 'deepinfra',
        upstream: 'meta-llama/Llama-3.3-70B-Instruct-Turbo',
        prices: [{ input: 0.1, output: 0.32 }],
      },
      {
        provider: 'nebius',
        upstream: 'meta-llama/Llama-3.3-70B-Instruct',
        prices: [{ input: 0.13, cachedInput: 0.013, output: 0.4 }],
      },
      {
        provider: 'novita-ai',
        upstream: 'meta-llama/llama-3.3-70b-instruct',
        prices: [{ input: 0.135, output: 0.4 }],
      },
      { provider: 'groq', upstream: 'llama-3.3-70b-versatile', prices: [{ input: 0.59, output: 0.79 }] },
      { provider: 'azure', upstream: 'Llama-3.3-70B-Instruct', prices: [{ input: 0.71, output: 0.71 }] },
      {
        provider: 'togetherai',
        upstream: 'meta-llama/Llama-3.3-70B-Instruct-Turbo',
        prices: [{ input: 0.88, output: 0.88 }],
      },
    ],
    source: `anomalyco/models.dev provider tomls (f3fc692, 2026-07-02), ${READ}`,
    confidence: 'B',
  },
  {
    id: 'meta-llama/llama-4-maverick',
    name: 'Llama 4 Maverick',
    description: 'Meta’s open-weight model for text and images.',
    endpoint: 'openAI',
    contextTokens: 1_048_576,
    maxOutputTokens: 16_384,
    supports: ['text-to-text', 'image-to-text'],
    capabilities: ['streaming', 'vision', 'json_object'],
    parameters: OPEN,
    tokenizer: 'llama',
    releasedOn: '2025-04-06',
    rankOrder: 470,
    offers: [
      {
        provider: 'deepinfra',
        upstream: 'meta-llama/Llama-4-Maverick-17B-128E-Instruct-FP8',
        prices: [{ input: 0.15, output: 0.6 }],
      },
      {
        provider: 'azure',
        upstream: 'Llama-4-Maverick-17B-128E-Instruct-FP8',
        prices: [{ input: 0.25, output: 1 }],
      },
      {
        provider: 'novita-ai',
        upstream: 'meta-llama/llama-4-maverick-17b-128e-instruct-fp8',
        prices: [{ input: 0.27, output: 0.85 }],
      },
      {
        provider: 'google-vertex',
        dialect: 'vertex',
        upstream: 'meta/llama-4-maverick-17b-128e-instruct-maas',
        prices: [{ input: 0.35, output: 1.15 }],
      },
    ],
    source: `anomalyco/models.dev provider tomls (f3fc692, 2026-07-02), ${READ}`,
    confidence: 'B',
  },
];
