import type { SeedModel } from '../seed-model.ts';
import { OPEN } from './parameter-sets.ts';
import { READ } from './read.ts';

/** According to their registry entries, several hosts of the open weights support no video input. */
const WITHOUT_VIDEO = ['text-to-text', 'image-to-text'] as const;

/** Models of Moonshot AI. */
export const MOONSHOTAI_MODELS: readonly SeedModel[] = [
  {
    id: 'moonshotai/kimi-k3',
    name: 'Kimi K3',
    description: 'Moonshot’s newest model, for text, images and video.',
    endpoint: 'openAI',
    contextTokens: 1_048_576,
    // The sources state no max output.
    maxOutputTokens: 16_384,
    supports: ['text-to-text', 'image-to-text', 'video-to-text'],
    capabilities: ['streaming', 'tools', 'vision', 'json_object', 'json_schema', 'reasoning'],
    parameters: OPEN,
    tokenizer: 'kimi',
    releasedOn: '2026-07-15',
    rankOrder: 350,
    offers: [{ provider: 'moonshotai', prices: [{ input: 3, cachedInput: 0.3, output: 15 }] }],
    source: `openrouter.ai model page, ${READ}; what it can do as its predecessor`,
    confidence: 'B',
  },
  {
    id: 'moonshotai/kimi-k2.6',
    name: 'Kimi K2.6',
    description: 'Moonshot’s open-weight model, available from many hosts.',
    endpoint: 'openAI',
    contextTokens: 262_144,
    maxOutputTokens: 262_144,
    supports: ['text-to-text', 'image-to-text', 'video-to-text'],
    capabilities: ['streaming', 'tools', 'vision', 'json_object', 'json_schema', 'reasoning'],
    parameters: OPEN,
    tokenizer: 'kimi',
    knowledgeCutoff: '2025-01',
    releasedOn: '2026-04-21',
    rankOrder: 360,
    offers: [
      {
        provider: 'openrouter',
        upstream: 'moonshotai/kimi-k2.6',
        supports: WITHOUT_VIDEO,
        prices: [{ input: 0.55, cachedInput: 0.11, output: 3.2 }],
      },
      {
        provider: 'deepinfra',
        upstream: 'moonshotai/Kimi-K2.6',
        prices: [{ input: 0.75, cachedInput: 0.15, output: 3.5 }],
      },
      { provider: 'moonshotai', prices: [{ input: 0.95, cachedInput: 0.16, output: 4 }] },
      {
        provider: 'baseten',
        upstream: 'moonshotai/Kimi-K2.6',
        supports: WITHOUT_VIDEO,
        prices: [{ input: 0.95, cachedInput: 0.16, output: 4 }],
      },
      {
        provider: 'novita-ai',
        upstream: 'moonshotai/kimi-k2.6',
        prices: [{ input: 0.95, cachedInput: 0.16, output: 4 }],
      },
      {
        provider: 'cloudflare-workers-ai',
        upstream: '@cf/moonshotai/kimi-k2.6',
        supports: WITHOUT_VIDEO,
        prices: [{ input: 0.95, cachedInput: 0.16, output: 4 }],
      },
      {
        provider: 'togetherai',
        upstream: 'moonshotai/Kimi-K2.6',
        prices: [{ input: 1.2, cachedInput: 0.2, output: 4.5 }],
      },
    ],
    source: `anomalyco/models.dev provider tomls (f3fc692, 2026-07-02), ${READ}`,
    confidence: 'B',
  },
];
