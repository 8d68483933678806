import type { Modality } from '#app/contracts/models.ts';

/** Maximum number of pairs per prompt: each is a separate generation with a separate charge. */
export const MAX_PAIRS = 12;

/** A model and a provider that serves it. */
export interface Pair {
  model: string;
  /** The id that `provider` of a call takes. */
  provider: string;
}

/** The field of a prompt in forms, and in the address of a page that fills its box. */
export const PROMPT_FIELD = 'text';

/** The kinds of output of a prompt. */
export const OUTPUTS = ['text', 'image', 'video'] as const;

export type Output = (typeof OUTPUTS)[number];

interface Category {
  name: 'image' | 'text' | 'video' | 'audio';
  modalities: readonly Modality[];
}

/** The categories of the side bar, in its order, with the modalities listed below each. */
export const CATEGORIES = [
  { name: 'image', modalities: ['text-to-image', 'image-to-image'] },
  { name: 'text', modalities: ['text-to-text', 'image-to-text'] },
  { name: 'video', modalities: ['text-to-video', 'image-to-video', 'video-to-video'] },
  { name: 'audio', modalities: [] },
] as const satisfies readonly Category[];

export type Subcategory = (typeof CATEGORIES)[number]['modalities'][number];

/** All subcategories, in the order of the side bar. */
export const SUBCATEGORIES: readonly Subcategory[] = CATEGORIES.flatMap(
  ({ modalities }): readonly Subcategory[] => modalities,
);

/** The maximum cost of one pair. Money is micro-dollars as text. */
export interface PairQuote {
  pair: string;
  /** null for a pair that cannot be called with these options. */
  mostMicro: string | null;
  /** The reason why it cannot. */
  why: string | null;
}

/** The output of a subcategory; null if it has none yet. */
export function outputOf(subcategory: Subcategory | 'audio'): Output | null {
  return OUTPUTS.find((output) => subcategory.endsWith(`-to-${output}`)) ?? null;
}

/** `openai:openai/gpt-4o`: a pair as text, for addresses and forms. */
export function writePair({ model, provider }: Pair): string {
  return `${provider}:${model}`;
}

/** Reads a pair from an untrusted source; null for any other text. */
export function readPair(text: string): Pair | null {
  const colon = text.slice(0, 40).indexOf(':');
  if (colon < 1 || text.length > 201) return null;
  return { provider: text.slice(0, colon), model: text.slice(colon + 1) };
}

/** The state of an answer; a `refused` one was never admitted. */
export const CELL_STATES = ['queued', 'done', 'stopped', 'failed', 'interrupted', 'refused'] as const;

export type CellState = (typeof CELL_STATES)[number];
