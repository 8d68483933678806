import type { Modality } from '../models.ts';
import { CHAT_DIALECTS, type ChatDialect, type Dialect } from './dialects.ts';

/** The dialects of pictures that an adapter speaks. */
const IMAGE_DIALECTS: readonly Dialect[] = [
  'openai-images',
  'google',
  'stability',
  'bfl',
  'fal',
  'replicate',
];

/** The dialects of videos that an adapter speaks. */
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

/** What comes out of a model, and over which dialects an adapter gets it. */
const SERVED: Readonly<Record<string, readonly Dialect[]>> = {
  text: CHAT_DIALECTS,
  embedding: ['openai', 'azure', 'openai-embeddings', 'google'],
  image: IMAGE_DIALECTS,
  video: VIDEO_DIALECTS,
};

/** Whether an adapter gets any of it over a dialect; other offers are in the catalogue and cannot be called yet. */
export function isServed(dialect: Dialect, supports: readonly Modality[]): boolean {
  return supports.some((way) => SERVED[way.slice(way.lastIndexOf('-') + 1)]?.includes(dialect));
}

/** The dialects that have words for each kind of input beside text. */
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

/** The inputs of a model that its adapter can send. */
export function sendable(dialect: Dialect | null, supports: readonly Modality[]): readonly Modality[] {
  const inputs = INPUTS[dialect as ChatDialect] as readonly Modality[] | undefined;
  if (!inputs) return supports;
  return supports.filter(
    (way) => !way.endsWith('-to-text') || way === 'text-to-text' || inputs.includes(way),
  );
}
