import { z } from 'zod';
import type { PixelSize } from '#app/contracts/cost.ts';
import { MOST_PARTIALS, parseSize } from './image.ts';

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

const optional = <Schema extends z.ZodType>(schema: Schema) =>
  schema.nullish().transform((value) => value ?? undefined);

/** The fields of a form or of a call that say how a picture or a video is to be. */
export const choiceFields = {
  size: optional(z.string().regex(/^\d{2,5}x\d{2,5}$/, 'size must be as 1024x1536.')),
  aspectRatio: optional(z.string().regex(/^\d{1,2}:\d{1,2}$/, 'aspectRatio must be as 16:9.')),
  seconds: optional(z.coerce.number('seconds must be a number.').int().min(1).max(60)),
  resolution: optional(z.string().trim().min(1).max(16)),
  partialImages: optional(z.coerce.number('partialImages must be a number.').int().min(1).max(MOST_PARTIALS)),
};

/** The shape of what was asked for: its size, or its sides' ratio; a square picture and a wide video where nobody said. */
export function shapeOf({ size, aspectRatio }: MediaChoice, kind: 'image' | 'video'): PixelSize {
  const asked = parseSize(size ?? aspectRatio?.replace(':', 'x'));
  if (asked && asked.width > 0 && asked.height > 0) return asked;
  return kind === 'image' ? { width: 1, height: 1 } : { width: 16, height: 9 };
}

/** What of them was said; undefined where nothing was. */
export function readChoice(fields: { [Field in keyof MediaChoice]: MediaChoice[Field] | undefined }) {
  const said = CHOICE_FIELDS.flatMap((field) =>
    fields[field] === undefined ? [] : [[field, fields[field]] as const],
  );
  return said.length === 0 ? undefined : (Object.fromEntries(said) as MediaChoice);
}
