import type { SeedModel } from '../seed-model.ts';
import { OPENAI_MODELS } from './openai.ts';
import { SANDBOX_MODELS } from './sandbox.ts';

/** Every model of the seed. */
export const SEED_MODELS: readonly SeedModel[] = [...SANDBOX_MODELS, ...OPENAI_MODELS];
