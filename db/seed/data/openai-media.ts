import type { SeedModel } from '../seed-model.ts';
import { READ } from './read.ts';

/** Image, video and embedding models of OpenAI. */
export const OPENAI_MEDIA_MODELS: readonly SeedModel[] = [
  {
    id: 'openai/gpt-image-2',
    name: 'GPT Image 2',
    description: 'Creates and edits images. Billed by text and image tokens.',
    endpoint: null,
    contextTokens: 0,
    maxOutputTokens: 0,
    supports: ['text-to-image', 'image-to-image'],
    capabilities: [],
    tokenizer: 'o200k',
    releasedOn: '2026-04-21',
    rankOrder: 530,
    offers: [
      {
        provider: 'openai',
        dialect: 'openai-images',
        prices: [
          { input: 5, cachedInput: 1.25, imageInput: 8, cachedImageInput: 2, output: 10, imageOutput: 30 },
        ],
      },
    ],
    source: `Wei-Shaw/model-price-repo (LiteLLM-format price map, 2026-07-24); developers.openai.com model/pricing pages, ${READ}`,
    confidence: 'A',
  },
  {
    id: 'openai/text-embedding-3-small',
    name: 'Text Embedding 3 small',
    description: 'Text embeddings with up to 1,536 dimensions.',
    endpoint: null,
    contextTokens: 8191,
    maxOutputTokens: 0,
    supports: ['text-to-embedding'],
    capabilities: [],
    tokenizer: 'cl100k',
    knowledgeCutoff: '2024-01',
    releasedOn: '2024-01-25',
    rankOrder: 790,
    offers: [{ provider: 'openai', dialect: 'openai-embeddings', prices: [{ input: 0.02 }] }],
    source: `anomalyco/models.dev provider tomls (f3fc692, 2026-07-02), ${READ}`,
    confidence: 'B',
  },
  {
    id: 'openai/text-embedding-3-large',
    name: 'Text Embedding 3 large',
    description: 'Text embeddings with up to 3,072 dimensions.',
    endpoint: null,
    contextTokens: 8191,
    maxOutputTokens: 0,
    supports: ['text-to-embedding'],
    capabilities: [],
    tokenizer: 'cl100k',
    knowledgeCutoff: '2024-01',
    releasedOn: '2024-01-25',
    rankOrder: 800,
    offers: [{ provider: 'openai', dialect: 'openai-embeddings', prices: [{ input: 0.13 }] }],
    source: `anomalyco/models.dev provider tomls (f3fc692, 2026-07-02), ${READ}`,
    confidence: 'B',
  },
];
