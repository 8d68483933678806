import type { Modality } from '../models.ts';

/** The output of a model: the last word of a modality. */
type Output = 'text' | 'embedding' | 'image' | 'video';

interface DialectFacts {
  /** The outputs that an adapter gets over it. */
  outputs: readonly Output[];
  /** The inputs besides text that its chat calls can express. */
  inputs?: readonly Modality[];
}

/** Offers of such a dialect are listed and cannot be called: no adapter speaks it yet. */
const NOT_SERVED = { outputs: [] } as const satisfies DialectFacts;

/**
 * The wire protocols of the providers in the catalogue. A test compares the table with the adapters of the
 * server (`app/core/providers/list.ts`), which browsers do not load.
 */
const DIALECTS = {
  openai: { outputs: ['text', 'embedding'], inputs: ['image-to-text', 'video-to-text', 'audio-to-text'] },
  'openai-embeddings': { outputs: ['embedding'] },
  'openai-images': { outputs: ['image'] },
  'openai-videos': { outputs: ['video'] },
  azure: { outputs: ['text', 'embedding'], inputs: ['image-to-text', 'audio-to-text'] },
  anthropic: { outputs: ['text'], inputs: ['image-to-text'] },
  'anthropic-complete': { outputs: ['text'] },
  google: {
    outputs: ['text', 'embedding', 'image', 'video'],
    inputs: ['image-to-text', 'video-to-text', 'audio-to-text'],
  },
  palm: { outputs: ['text'] },
  bing: { outputs: ['text'] },
  chatgpt: { outputs: ['text'] },
  minimax: { outputs: ['video'] },
  fal: { outputs: ['image', 'video'] },
  bfl: { outputs: ['image'] },
  replicate: { outputs: ['image', 'video'] },
  stability: { outputs: ['image'] },
  runway: { outputs: ['video'] },
  kling: { outputs: ['video'] },
  luma: { outputs: ['video'] },
  vertex: NOT_SERVED,
  bedrock: NOT_SERVED,
  dashscope: NOT_SERVED,
  ideogram: NOT_SERVED,
  venice: NOT_SERVED,
} as const satisfies Readonly<Record<string, DialectFacts>>;

/** A wire protocol of providers; one adapter serves all providers that speak it. */
export type Dialect = keyof typeof DIALECTS;

/** The dialects over which an adapter gets text. */
export type ChatDialect = {
  [Name in Dialect]: 'text' extends (typeof DIALECTS)[Name]['outputs'][number] ? Name : never;
}[Dialect];

const FACTS = new Map<string, DialectFacts>(Object.entries(DIALECTS));

/** Every dialect with the outputs that an adapter gets over it. */
export const DIALECT_OUTPUTS: readonly (readonly [Dialect, readonly Output[]])[] = Object.entries(
  DIALECTS,
).map(([dialect, { outputs }]) => [dialect as Dialect, outputs]);

/**
 * Tells whether an adapter can get any of an offer's outputs over its dialect; other offers are listed in the
 * catalogue and cannot be called yet.
 */
export function isServed(dialect: Dialect, supports: readonly Modality[]): boolean {
  const outputs: readonly string[] = FACTS.get(dialect)?.outputs ?? [];
  return supports.some((way) => outputs.includes(way.slice(way.lastIndexOf('-') + 1)));
}

/** Returns the modalities of a model whose input its adapter can send. */
export function sendable(dialect: Dialect | null, supports: readonly Modality[]): readonly Modality[] {
  const { outputs, inputs = [] }: DialectFacts = (dialect && FACTS.get(dialect)) ?? NOT_SERVED;
  if (!outputs.includes('text')) return supports;
  return supports.filter(
    (way) => !way.endsWith('-to-text') || way === 'text-to-text' || inputs.includes(way),
  );
}
