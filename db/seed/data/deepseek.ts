import type { SeedModel } from '../seed-model.ts';
import { OPEN } from './parameter-sets.ts';
import { READ } from './read.ts';

/** Models of DeepSeek. */
export const DEEPSEEK_MODELS: readonly SeedModel[] = [
  {
    id: 'deepseek/deepseek-flash',
    name: 'DeepSeek Flash (V4.1)',
    description: 'DeepSeek’s low-cost model. Costs twice as much during weekday peak hours.',
    endpoint: 'openAI',
    contextTokens: 1_000_000,
    maxOutputTokens: 384_000,
    supports: ['text-to-text', 'image-to-text'],
    capabilities: ['streaming', 'tools', 'vision', 'json_object', 'json_schema', 'reasoning'],
    parameters: OPEN,
    tokenizer: 'deepseek',
    releasedOn: '2026-09-10',
    rankOrder: 330,
    offers: [
      {
        provider: 'deepseek',
        prices: [
          {
            input: 0.15,
            cachedInput: 0.003,
            output: 0.6,
            rules: [
              {
                when: {
                  weekdays: [1, 2, 3, 4, 5],
                  hours: [
                    [1, 4],
                    [6, 10],
                  ],
                },
                rates: { input: 0.3, cachedInput: 0.006, output: 1.2 },
              },
            ],
          },
        ],
      },
    ],
    source: `api-docs.deepseek.com pricing (peak/off-peak), ${READ}; what it can do as its predecessor`,
    confidence: 'A',
  },
  {
    id: 'deepseek/deepseek-v4-pro',
    name: 'DeepSeek V4 Pro',
    description:
      'DeepSeek’s large open-weight model, available from many hosts. DeepSeek itself charges more at peak hours.',
    endpoint: 'openAI',
    contextTokens: 1_000_000,
    maxOutputTokens: 384_000,
    supports: ['text-to-text'],
    capabilities: ['streaming', 'tools', 'json_object', 'json_schema', 'reasoning'],
    parameters: OPEN,
    tokenizer: 'deepseek',
    knowledgeCutoff: '2025-05',
    releasedOn: '2026-04-24',
    rankOrder: 340,
    offers: [
      {
        provider: 'deepseek',
        prices: [
          {
            input: 0.66,
            cachedInput: 0.022,
            output: 1.98,
            rules: [
              {
                when: {
                  weekdays: [1, 2, 3, 4, 5],
                  hours: [
                    [1, 4],
                    [6, 10],
                  ],
                },
                rates: { input: 1.32, cachedInput: 0.044, output: 3.96 },
              },
            ],
          },
        ],
      },
      {
        provider: 'deepinfra',
        upstream: 'deepseek-ai/DeepSeek-V4-Pro',
        prices: [{ input: 1.3, cachedInput: 0.1, output: 2.6 }],
      },
      {
        provider: 'novita-ai',
        upstream: 'deepseek/deepseek-v4-pro',
        prices: [{ input: 1.69, cachedInput: 0.13, output: 3.38 }],
      },
      {
        provider: 'fireworks-ai',
        upstream: 'accounts/fireworks/models/deepseek-v4-pro',
        prices: [{ input: 1.74, cachedInput: 0.145, output: 3.48 }],
      },
      {
        provider: 'siliconflow',
        upstream: 'deepseek-ai/DeepSeek-V4-Pro',
        prices: [{ input: 1.74, cachedInput: 0.145, output: 3.48 }],
      },
      {
        provider: 'baseten',
        upstream: 'deepseek-ai/DeepSeek-V4-Pro',
        prices: [{ input: 1.74, cachedInput: 0.145, output: 3.48 }],
      },
      {
        provider: 'togetherai',
        upstream: 'deepseek-ai/DeepSeek-V4-Pro',
        prices: [{ input: 1.74, cachedInput: 0.2, output: 3.48 }],
      },
      {
        provider: 'nebius',
        upstream: 'deepseek-ai/DeepSeek-V4-Pro',
        prices: [{ input: 1.75, cachedInput: 0.15, output: 3.5 }],
      },
    ],
    source: `api-docs.deepseek.com pricing (peak/off-peak); anomalyco/models.dev provider tomls (f3fc692, 2026-07-02), ${READ}`,
    confidence: 'B',
  },
];
