import type { Dialect } from '#app/contracts/catalogue/dialects.ts';
import { imageAdapterFor, videoAdapterFor } from '#app/core/providers/media/registry.ts';
import type { WireName } from '#app/sandbox/media/wires/index.ts';

/** An adapter with one of its wires. */
export interface MediaSubject {
  /** Its name in the report. */
  name: string;
  makes: 'pictures' | 'videos';
  dialect: Dialect;
  wire: WireName;
  model: string;
  /** Why it lacks a trait that a behaviour needs, by trait. */
  lacks: Partial<Record<Trait, string>>;
  /** Further request options, if they change the kind of answer. */
  options?: object;
  /** The header for fetching the provider's own result address, if it requires the key. */
  resultHeader?: string;
}

/** Traits that only some wires have. */
export type Trait =
  | 'job'
  | 'several'
  | 'progress'
  | 'usage'
  | 'found'
  | 'cancel-call'
  | 'cancel-confirmed'
  | 'address'
  | 'filter'
  | 'kept'
  | 'partial';

const NO_LIST = 'it has no list and takes no key of ours';
const NO_CANCEL = { 'cancel-call': 'it has no such call', 'cancel-confirmed': 'it has no such call' };
const ONE = { several: 'one order makes one piece' };
const AT_ONCE = 'it answers while the connection is open';
const NO_JOB = {
  job: AT_ONCE,
  progress: AT_ONCE,
  found: AT_ONCE,
  'cancel-call': AT_ONCE,
  'cancel-confirmed': AT_ONCE,
  address: 'the result is in the answer',
};
const NO_FILTER = { filter: 'it refuses words in the result, never the order' };
const NO_PARTIAL = { partial: 'its pictures do not grow' };
const NO_USAGE = { usage: 'it counts no tokens' };
const NO_PROGRESS = { progress: 'it does not say how far it is' };
const UNSAID = { 'cancel-confirmed': 'it does not say what becomes of the bill' };
const DELETES = {
  'cancel-call': 'to delete is the only call, which takes the result away',
  'cancel-confirmed': 'as beside',
};

/** Every adapter of the registry, with every wire that it uses. */
export const MEDIA_SUBJECTS: readonly MediaSubject[] = [
  {
    name: 'OpenAI, pictures',
    makes: 'pictures',
    dialect: 'openai-images',
    wire: 'openai-images',
    model: 'gpt-image-2',
    lacks: { ...NO_JOB, ...NO_PARTIAL, kept: 'it refuses the order, never the result' },
  },
  {
    name: 'OpenAI, a picture as it grows',
    makes: 'pictures',
    dialect: 'openai-images',
    wire: 'openai-images',
    model: 'gpt-image-2',
    options: { partialImages: 2 },
    lacks: { ...NO_JOB, several: 'only one picture can grow' },
  },
  {
    name: 'fal, pictures',
    makes: 'pictures',
    dialect: 'fal',
    wire: 'fal',
    model: 'fal-ai/flux/dev',
    lacks: { ...NO_PARTIAL, ...NO_USAGE, ...NO_PROGRESS, found: NO_LIST, ...UNSAID },
  },
  {
    name: 'Replicate, pictures',
    makes: 'pictures',
    dialect: 'replicate',
    wire: 'replicate',
    model: 'black-forest-labs/flux-schnell',
    lacks: { ...NO_PARTIAL, ...NO_USAGE, ...NO_PROGRESS },
  },
  {
    name: 'Black Forest Labs',
    makes: 'pictures',
    dialect: 'bfl',
    wire: 'bfl',
    model: 'flux-2-pro',
    lacks: { ...NO_PARTIAL, ...NO_FILTER, ...NO_USAGE, ...ONE, found: NO_LIST, ...NO_CANCEL },
  },
  {
    name: 'Stability',
    makes: 'pictures',
    dialect: 'stability',
    wire: 'stability',
    model: 'sd3.5-large',
    lacks: { ...NO_PARTIAL, ...NO_USAGE, ...ONE, ...NO_JOB },
  },
  {
    name: 'Gemini, pictures',
    makes: 'pictures',
    dialect: 'google',
    wire: 'gemini',
    model: 'gemini-3.1-flash-image',
    lacks: { ...NO_PARTIAL, ...NO_FILTER, ...ONE, ...NO_JOB },
  },
  {
    name: 'Imagen',
    makes: 'pictures',
    dialect: 'google',
    wire: 'imagen',
    model: 'imagen-4.0-generate-001',
    lacks: { ...NO_PARTIAL, ...NO_FILTER, ...NO_USAGE, ...NO_JOB },
  },
  {
    name: 'OpenAI-shaped videos',
    makes: 'videos',
    dialect: 'openai-videos',
    wire: 'openai-videos',
    model: 'sora-2',
    resultHeader: 'authorization',
    lacks: {
      ...NO_PARTIAL,
      ...NO_USAGE,
      ...ONE,
      found: 'its list shows no key of ours',
      ...DELETES,
      address: 'the result is at an address of its own',
    },
  },
  {
    name: 'Veo',
    makes: 'videos',
    dialect: 'google',
    wire: 'veo',
    model: 'veo-3.1-generate-preview',
    resultHeader: 'x-goog-api-key',
    lacks: { ...NO_PARTIAL, ...NO_FILTER, ...NO_USAGE, ...ONE, ...NO_PROGRESS, found: NO_LIST, ...NO_CANCEL },
  },
  {
    name: 'fal, videos',
    makes: 'videos',
    dialect: 'fal',
    wire: 'fal',
    model: 'fal-ai/kling-video/v4',
    lacks: { ...NO_PARTIAL, ...NO_USAGE, ...ONE, ...NO_PROGRESS, found: NO_LIST, ...UNSAID },
  },
  {
    name: 'Replicate, videos',
    makes: 'videos',
    dialect: 'replicate',
    wire: 'replicate',
    model: 'google/veo-3.1',
    lacks: { ...NO_PARTIAL, ...NO_USAGE, ...ONE, ...NO_PROGRESS },
  },
  {
    name: 'Runway',
    makes: 'videos',
    dialect: 'runway',
    wire: 'runway',
    model: 'gen4.5',
    lacks: { ...NO_PARTIAL, ...NO_USAGE, ...ONE, found: NO_LIST },
  },
  {
    name: 'Kling',
    makes: 'videos',
    dialect: 'kling',
    wire: 'kling',
    model: 'kling-v2-6',
    lacks: { ...NO_PARTIAL, ...NO_USAGE, ...ONE, ...NO_PROGRESS, ...NO_CANCEL },
  },
  {
    name: 'Luma',
    makes: 'videos',
    dialect: 'luma',
    wire: 'luma',
    model: 'ray-2',
    lacks: { ...NO_PARTIAL, ...NO_USAGE, ...ONE, ...NO_PROGRESS, ...DELETES },
  },
  {
    name: 'MiniMax, first wire',
    makes: 'videos',
    dialect: 'minimax',
    wire: 'minimax-v1',
    model: 'MiniMax-Hailuo-2.3',
    lacks: {
      ...NO_PARTIAL,
      ...NO_USAGE,
      ...ONE,
      ...NO_PROGRESS,
      found: 'its list shows no key of ours',
      ...NO_CANCEL,
    },
  },
  {
    name: 'MiniMax, second wire',
    makes: 'videos',
    dialect: 'minimax',
    wire: 'minimax-v2',
    model: 'MiniMax-H3',
    lacks: {
      ...NO_PARTIAL,
      ...NO_USAGE,
      ...ONE,
      ...NO_PROGRESS,
      found: 'its list shows no key of ours',
      ...NO_CANCEL,
    },
  },
];

/** The adapter that makes the subject's output. */
export function makerOf({ makes, dialect }: MediaSubject) {
  const maker = makes === 'pictures' ? imageAdapterFor(dialect) : videoAdapterFor(dialect);
  if (!maker) throw new Error(`nobody makes ${makes} over ${dialect}`);
  return maker;
}
