import type { PixelSize } from '../cost.ts';
import { parseSize } from './image.ts';

/** What may be chosen of a picture or a video; of what is not chosen its model decides. */
export const CHOICE_FIELDS = ['size', 'aspectRatio', 'seconds', 'resolution', 'partialImages'] as const;
export type ChoiceField = (typeof CHOICE_FIELDS)[number];

/** How a picture or a video is to be: `1024x1536` or `16:9`, whole seconds, and `720p` in the maker's words. */
export interface MediaChoice {
  size?: string;
  aspectRatio?: string;
  seconds?: number;
  resolution?: string;
  /** How often a picture is shown while it is made; each time is paid for. */
  partialImages?: number;
}

/** What a model lets one choose of a field, as a form sends it. */
export interface OfferedChoice {
  field: ChoiceField;
  values: readonly string[];
}

/** The shape of what was asked for: its size, or its sides' ratio; a square picture and a wide video where nobody said. */
export function shapeOf({ size, aspectRatio }: MediaChoice, kind: 'image' | 'video'): PixelSize {
  const asked = parseSize(size ?? aspectRatio?.replace(':', 'x'));
  if (asked && asked.width > 0 && asked.height > 0) return asked;
  return kind === 'image' ? { width: 1, height: 1 } : { width: 16, height: 9 };
}
