import type { SeedModel } from '../seed-model.ts';
import { ALIBABA_MODELS } from './alibaba.ts';
import { AMAZON_MODELS } from './amazon.ts';
import { ANTHROPIC_MODELS } from './anthropic.ts';
import { BLACK_FOREST_LABS_MODELS } from './black-forest-labs.ts';
import { BYTEDANCE_MODELS } from './bytedance.ts';
import { COHERE_MODELS } from './cohere.ts';
import { DEEPSEEK_MODELS } from './deepseek.ts';
import { GOOGLE_MODELS } from './google.ts';
import { GOOGLE_MEDIA_MODELS } from './google-media.ts';
import { IDEOGRAM_MODELS } from './ideogram.ts';
import { KLING_MODELS } from './kling.ts';
import { LUMA_MODELS } from './luma.ts';
import { META_LLAMA_MODELS } from './meta-llama.ts';
import { MINIMAX_MODELS } from './minimax.ts';
import { MISTRALAI_MODELS } from './mistralai.ts';
import { MOONSHOTAI_MODELS } from './moonshotai.ts';
import { NVIDIA_MODELS } from './nvidia.ts';
import { OPENAI_MODELS } from './openai.ts';
import { OPENAI_MEDIA_MODELS } from './openai-media.ts';
import { PERPLEXITY_MODELS } from './perplexity.ts';
import { QWEN_MODELS } from './qwen.ts';
import { RECRAFT_MODELS } from './recraft.ts';
import { RUNWAY_MODELS } from './runway.ts';
import { SANDBOX_MODELS } from './sandbox.ts';
import { SANDBOX_MEDIA_MODELS } from './sandbox-media.ts';
import { X_AI_MODELS } from './x-ai.ts';
import { Z_AI_MODELS } from './z-ai.ts';

/** Every model of the seed. */
export const SEED_MODELS: readonly SeedModel[] = [
  ...SANDBOX_MODELS,
  ...SANDBOX_MEDIA_MODELS,
  ...OPENAI_MODELS,
  ...OPENAI_MEDIA_MODELS,
  ...ANTHROPIC_MODELS,
  ...GOOGLE_MODELS,
  ...GOOGLE_MEDIA_MODELS,
  ...X_AI_MODELS,
  ...DEEPSEEK_MODELS,
  ...MOONSHOTAI_MODELS,
  ...Z_AI_MODELS,
  ...QWEN_MODELS,
  ...MINIMAX_MODELS,
  ...MISTRALAI_MODELS,
  ...META_LLAMA_MODELS,
  ...COHERE_MODELS,
  ...PERPLEXITY_MODELS,
  ...AMAZON_MODELS,
  ...NVIDIA_MODELS,
  ...BLACK_FOREST_LABS_MODELS,
  ...BYTEDANCE_MODELS,
  ...IDEOGRAM_MODELS,
  ...RECRAFT_MODELS,
  ...KLING_MODELS,
  ...ALIBABA_MODELS,
  ...LUMA_MODELS,
  ...RUNWAY_MODELS,
];
