import type { SeedModel } from '../seed-model.ts';
import { OPEN } from './parameter-sets.ts';
import { READ } from './read.ts';

/** Models of MiniMax. */
export const MINIMAX_MODELS: readonly SeedModel[] = [
  {
    id: 'minimax/minimax-m3',
    name: 'MiniMax M3',
    description: 'MiniMax’s open-weight model for text, images and video.',
    endpoint: 'openAI',
    contextTokens: 524_288,
    maxOutputTokens: 128_000,
    supports: ['text-to-text', 'image-to-text', 'video-to-text'],
    capabilities: ['streaming', 'tools', 'vision', 'json_object', 'reasoning'],
    parameters: OPEN,
    tokenizer: 'minimax',
    releasedOn: '2026-06-01',
    rankOrder: 420,
    offers: [
      {
        provider: 'minimax',
        upstream: 'MiniMax-M3',
        prices: [
          {
            input: 0.3,
            cachedInput: 0.06,
            output: 1.2,
            rules: [{ when: { promptTokensAbove: 512_000 }, rates: { input: 0.6, output: 2.4 } }],
          },
        ],
      },
      {
        provider: 'fireworks-ai',
        upstream: 'accounts/fireworks/models/minimax-m3',
        prices: [
          {
            input: 0.3,
            cachedInput: 0.06,
            output: 1.2,
            rules: [{ when: { promptTokensAbove: 512_000 }, rates: { input: 0.6, output: 2.4 } }],
          },
        ],
      },
      {
        provider: 'togetherai',
        upstream: 'MiniMaxAI/MiniMax-M3',
        // No source states that this host supports video input.
        supports: ['text-to-text', 'image-to-text'],
        prices: [
          {
            input: 0.3,
            cachedInput: 0.06,
            output: 1.2,
            rules: [{ when: { promptTokensAbove: 512_000 }, rates: { input: 0.6, output: 2.4 } }],
          },
        ],
      },
    ],
    source: `anomalyco/models.dev provider tomls (f3fc692, 2026-07-02), ${READ}`,
    confidence: 'B',
  },
  {
    id: 'minimax/hailuo-3',
    name: 'MiniMax Hailuo 3 (H3)',
    description: 'Creates videos from text or a first image.',
    endpoint: null,
    contextTokens: 0,
    maxOutputTokens: 0,
    supports: ['text-to-video', 'image-to-video'],
    capabilities: [],
    tokenizer: 'none',
    releasedOn: '2026-07-30',
    rankOrder: 740,
    offers: [
      {
        provider: 'minimax',
        dialect: 'minimax',
        prices: [{ second: 0.08, rules: [{ when: { resolution: ['2K'] }, rates: { second: 0.13 } }] }],
      },
    ],
    source: `platform.minimax.io price list, ${READ}`,
    confidence: 'B',
  },
];
