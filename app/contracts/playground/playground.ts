import type { Modality } from '#app/contracts/models.ts';

/** Pairs of one prompt: each is a generation of its own, paid for on its own. */
export const MOST_PAIRS = 12;

/** A model and who serves it. */
export interface Pair {
  model: string;
  /** As `provider` of a call names it. */
  provider: string;
}

/** The field of a prompt in forms, and in the address of a page whose box it stands in. */
export const PROMPT_FIELD = 'text';

/** What a prompt is to make. */
export const OUTPUTS = ['text', 'image', 'video'] as const;

export type Output = (typeof OUTPUTS)[number];

interface Category {
  name: 'image' | 'text' | 'video' | 'audio';
  modalities: readonly Modality[];
}

/** The categories of the side bar, in its order, with what stands below each. */
export const CATEGORIES = [
  { name: 'image', modalities: ['text-to-image', 'image-to-image'] },
  { name: 'text', modalities: ['text-to-text', 'image-to-text'] },
  { name: 'video', modalities: ['text-to-video', 'image-to-video', 'video-to-video'] },
  { name: 'audio', modalities: [] },
] as const satisfies readonly Category[];

export type Subcategory = (typeof CATEGORIES)[number]['modalities'][number];

/** All of them, in the order of the side bar. */
export const SUBCATEGORIES: readonly Subcategory[] = CATEGORIES.flatMap(
  ({ modalities }): readonly Subcategory[] => modalities,
);

/** What one pair would cost at most. Money is micro-dollars as text. */
export interface PairQuote {
  pair: string;
  /** null for one that cannot be asked so. */
  mostMicro: string | null;
  /** Why it cannot. */
  why: string | null;
}

/** What a subcategory makes; null where nothing is made yet. */
export function outputOf(subcategory: Subcategory | 'audio'): Output | null {
  return OUTPUTS.find((output) => subcategory.endsWith(`-to-${output}`)) ?? null;
}

/** `openai:openai/gpt-4o`: a pair as it stands in addresses and forms. */
export function writePair({ model, provider }: Pair): string {
  return `${provider}:${model}`;
}

/** Reads a pair that came from outside; null for anything else. */
export function readPair(text: string): Pair | null {
  const colon = text.slice(0, 40).indexOf(':');
  if (colon < 1 || text.length > 201) return null;
  return { provider: text.slice(0, colon), model: text.slice(colon + 1) };
}

/** Where an answer stands: `refused` was never admitted. */
export const CELL_STATES = ['queued', 'done', 'stopped', 'failed', 'interrupted', 'refused'] as const;

export type CellState = (typeof CELL_STATES)[number];
