import type { SeedModel } from '../seed-model.ts';
import { CLAUDE } from './parameter-sets.ts';
import { READ } from './read.ts';

/** Models of Anthropic. */
export const ANTHROPIC_MODELS: readonly SeedModel[] = [
  {
    id: 'anthropic/claude-fable-5.1',
    name: 'Claude Fable 5.1',
    description: 'Anthropic’s largest model, with a window of a million tokens.',
    endpoint: 'anthropic',
    contextTokens: 1_000_000,
    maxOutputTokens: 128_000,
    supports: ['text-to-text', 'image-to-text'],
    capabilities: ['streaming', 'tools', 'vision', 'json_schema', 'reasoning'],
    parameters: CLAUDE,
    tokenizer: 'claude',
    rankOrder: 210,
    offers: [
      {
        provider: 'anthropic',
        upstream: 'claude-fable-5-1',
        prices: [{ input: 10, cachedInput: 0.25, cacheWrite: 12.5, cacheWriteLong: 20, output: 50 }],
      },
    ],
    source: `platform.claude.com pricing page (autumn 2026), ${READ}; what it can do as its predecessor; cache writes at 1.25 and 2 times the input price`,
    confidence: 'A',
  },
  {
    id: 'anthropic/claude-opus-5.5',
    name: 'Claude Opus 5.5',
    description: 'Anthropic’s model for demanding work, with a window of a million tokens.',
    endpoint: 'anthropic',
    contextTokens: 1_000_000,
    maxOutputTokens: 128_000,
    supports: ['text-to-text', 'image-to-text'],
    capabilities: ['streaming', 'tools', 'vision', 'json_schema', 'reasoning'],
    parameters: CLAUDE,
    tokenizer: 'claude',
    releasedOn: '2026-09-22',
    rankOrder: 220,
    offers: [
      {
        provider: 'anthropic',
        upstream: 'claude-opus-5-5',
        prices: [{ input: 4, cachedInput: 0.2, cacheWrite: 5, cacheWriteLong: 8, output: 20 }],
      },
    ],
    source: `platform.claude.com pricing page (autumn 2026), ${READ}; what it can do as its predecessor; cache writes at 1.25 and 2 times the input price`,
    confidence: 'A',
  },
  {
    id: 'anthropic/claude-sonnet-5.5',
    name: 'Claude Sonnet 5.5',
    description: 'Anthropic’s all-round model, with a window of a million tokens.',
    endpoint: 'anthropic',
    contextTokens: 1_000_000,
    maxOutputTokens: 128_000,
    supports: ['text-to-text', 'image-to-text'],
    capabilities: ['streaming', 'tools', 'vision', 'json_schema', 'reasoning'],
    parameters: CLAUDE,
    tokenizer: 'claude',
    featured: true,
    rankOrder: 230,
    offers: [
      {
        provider: 'anthropic',
        upstream: 'claude-sonnet-5-5',
        prices: [
          { until: '2026-10-08', input: 2, cachedInput: 0.2, cacheWrite: 2.5, cacheWriteLong: 4, output: 10 },
          { from: '2026-10-08', input: 2, cachedInput: 0.1, cacheWrite: 2.5, cacheWriteLong: 4, output: 10 },
        ],
      },
    ],
    source: `platform.claude.com pricing page (autumn 2026), ${READ}; what it can do as its predecessor; cache writes at 1.25 and 2 times the input price`,
    confidence: 'A',
  },
  {
    id: 'anthropic/claude-haiku-5.5',
    name: 'Claude Haiku 5.5',
    description: 'Anthropic’s small model. Prompts of more than 100,000 tokens cost more.',
    endpoint: 'anthropic',
    contextTokens: 1_000_000,
    maxOutputTokens: 128_000,
    supports: ['text-to-text', 'image-to-text'],
    capabilities: ['streaming', 'tools', 'vision', 'json_schema', 'reasoning'],
    parameters: CLAUDE,
    tokenizer: 'claude',
    rankOrder: 240,
    offers: [
      {
        provider: 'anthropic',
        upstream: 'claude-haiku-5-5',
        prices: [
          {
            input: 0.1,
            cachedInput: 0.01,
            cacheWrite: 0.125,
            cacheWriteLong: 0.2,
            output: 0.5,
            rules: [
              {
                when: { promptTokensAbove: 100_000 },
                rates: { input: 0.5, cachedInput: 0.05, cacheWrite: 0.625, cacheWriteLong: 1, output: 2.5 },
              },
            ],
          },
        ],
      },
    ],
    source: `platform.claude.com pricing page (autumn 2026), ${READ}; what it can do as its predecessor; cache writes at 1.25 and 2 times the input price`,
    confidence: 'A',
  },
  {
    id: 'anthropic/claude-haiku-4.5',
    name: 'Claude Haiku 4.5',
    description: 'The earlier small Claude, also at three clouds.',
    endpoint: 'anthropic',
    contextTokens: 200_000,
    maxOutputTokens: 64_000,
    supports: ['text-to-text', 'image-to-text'],
    capabilities: ['streaming', 'tools', 'vision', 'json_schema', 'reasoning'],
    parameters: CLAUDE,
    tokenizer: 'claude',
    knowledgeCutoff: '2025-02',
    releasedOn: '2025-10-15',
    rankOrder: 250,
    offers: [
      {
        provider: 'anthropic',
        upstream: 'claude-haiku-4-5',
        prices: [{ input: 1, cachedInput: 0.1, cacheWrite: 1.25, cacheWriteLong: 2, output: 5 }],
      },
      {
        provider: 'amazon-bedrock',
        upstream: 'anthropic.claude-haiku-4-5-20251001-v1:0',
        prices: [{ input: 1, cachedInput: 0.1, cacheWrite: 1.25, cacheWriteLong: 2, output: 5 }],
      },
      {
        provider: 'google-vertex',
        dialect: 'vertex',
        upstream: 'claude-haiku-4-5@20251001',
        prices: [{ input: 1, cachedInput: 0.1, cacheWrite: 1.25, cacheWriteLong: 2, output: 5 }],
      },
      {
        provider: 'azure-anthropic',
        upstream: 'claude-haiku-4-5',
        prices: [{ input: 1, cachedInput: 0.1, cacheWrite: 1.25, cacheWriteLong: 2, output: 5 }],
      },
    ],
    source: `anomalyco/models.dev provider tomls (f3fc692, 2026-07-02); platform.claude.com pricing page (autumn 2026), ${READ}; cache writes at 1.25 and 2 times the input price`,
    confidence: 'A',
  },
];
