import type { Wire } from '../wire.ts';
import { bfl } from './bfl.ts';
import { fal } from './fal.ts';
import { gemini, imagen, veo } from './google.ts';
import { kling } from './kling.ts';
import { luma } from './luma.ts';
import { minimaxFirst, minimaxSecond } from './minimax.ts';
import { openAiImages } from './openai-images.ts';
import { openAiVideos } from './openai-videos.ts';
import { replicate } from './replicate.ts';
import { runway } from './runway.ts';
import { stability } from './stability.ts';

/** Every wire by its path, with the rest of its base URL. */
export const WIRES = {
  fal: { wire: fal, base: '' },
  replicate: { wire: replicate, base: '/v1' },
  bfl: { wire: bfl, base: '/v1' },
  stability: { wire: stability, base: '' },
  gemini: { wire: gemini, base: '/v1beta/openai' },
  imagen: { wire: imagen, base: '/v1beta/openai' },
  veo: { wire: veo, base: '/v1beta/openai' },
  'openai-images': { wire: openAiImages, base: '/v1' },
  'openai-videos': { wire: openAiVideos, base: '/v1' },
  runway: { wire: runway, base: '' },
  luma: { wire: luma, base: '/dream-machine/v1' },
  kling: { wire: kling, base: '' },
  'minimax-v1': { wire: minimaxFirst, base: '/v1' },
  'minimax-v2': { wire: minimaxSecond, base: '/v1' },
} as const satisfies Record<string, { wire: Wire; base: string }>;

export type WireName = keyof typeof WIRES;
