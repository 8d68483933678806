import type { Modality } from '../models.ts';
import { CHAT_DIALECTS, type ChatDialect, type Dialect } from './dialects.ts';

/** The image dialects that have an adapter. */
const IMAGE_DIALECTS: readonly Dialect[] = [
  'openai-images',
  'google',
  'stability',
  'bfl',
  'fal',
  'replicate',
];

/** The video dialects that have an adapter. */
const VIDEO_DIALECTS: readonly Dialect[] = [
  'openai-videos',
  'google',
  'fal',
  'replicate',
  'runway',
  'kling',
  'luma',
  'minimax',
];

/** The kinds of output, each with the dialects over which an adapter can get it. */
const SERVED: Readonly<Record<string, readonly Dialect[]>> = {
  text: CHAT_DIALECTS,
  embedding: ['openai', 'azure', 'openai-embeddings', 'google'],
  image: IMAGE_DIALECTS,
  video: VIDEO_DIALECTS,
};

/**
 * Tells whether an adapter can get any of an offer's outputs over its dialect; other offers are listed in the
 * catalogue and cannot be called yet.
 */
export function isServed(dialect: Dialect, supports: readonly Modality[]): boolean {
  return supports.some((way) => SERVED[way.slice(way.lastIndexOf('-') + 1)]?.includes(dialect));
}

/** The non-text inputs that each dialect can express. */
const INPUTS: Readonly<Record<ChatDialect, readonly Modality[]>> = {
  openai: ['image-to-text', 'video-to-text', 'audio-to-text'],
  azure: ['image-to-text', 'audio-to-text'],
  anthropic: ['image-to-text'],
  'anthropic-complete': [],
  google: ['image-to-text', 'video-to-text', 'audio-to-text'],
  palm: [],
  bing: [],
  chatgpt: [],
};

/** Returns the modalities of a model whose input its adapter can send. */
export function sendable(dialect: Dialect | null, supports: readonly Modality[]): readonly Modality[] {
  const inputs = INPUTS[dialect as ChatDialect] as readonly Modality[] | undefined;
  if (!inputs) return supports;
  return supports.filter(
    (way) => !way.endsWith('-to-text') || way === 'text-to-text' || inputs.includes(way),
  );
}
