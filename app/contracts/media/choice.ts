import { z } from 'zod';
import type { PixelSize } from '#app/contracts/cost.ts';
import { MAX_PARTIALS, parseSize } from './image.ts';

/** The settings of an image or a video; the model decides about those that are not set. */
export const CHOICE_FIELDS = ['size', 'aspectRatio', 'seconds', 'resolution', 'partialImages'] as const;

export type ChoiceField = (typeof CHOICE_FIELDS)[number];

/**
 * The requested form of an image or a video: `1024x1536` or `16:9`, whole seconds, and `720p` in the maker's
 * terms.
 */
export interface MediaChoice {
  size?: string;
  aspectRatio?: string;
  seconds?: number;
  resolution?: string;
  /** Number of previews while an image is generated; each is paid for. */
  partialImages?: number;
}

/** The choices that a model offers for a field, with the values that a form sends. */
export interface OfferedChoice {
  field: ChoiceField;
  values: readonly string[];
}

const optional = <Schema extends z.ZodType>(schema: Schema) =>
  schema.nullish().transform((value) => value ?? undefined);

/** The fields of a form or a call that describe the requested image or video. */
export const choiceFields = {
  size: optional(z.string().regex(/^\d{2,5}x\d{2,5}$/, 'size must be as 1024x1536.')),
  aspectRatio: optional(z.string().regex(/^\d{1,2}:\d{1,2}$/, 'aspectRatio must be as 16:9.')),
  seconds: optional(z.coerce.number('seconds must be a number.').int().min(1).max(60)),
  resolution: optional(z.string().trim().min(1).max(16)),
  partialImages: optional(z.coerce.number('partialImages must be a number.').int().min(1).max(MAX_PARTIALS)),
};

/**
 * The aspect of the requested output: its size, or the ratio of its sides; by default a square image and a
 * wide video.
 */
export function shapeOf({ size, aspectRatio }: MediaChoice, kind: 'image' | 'video'): PixelSize {
  const requested = parseSize(size ?? aspectRatio?.replace(':', 'x'));
  if (requested && requested.width > 0 && requested.height > 0) return requested;
  return kind === 'image' ? { width: 1, height: 1 } : { width: 16, height: 9 };
}

/** Returns the fields that are set; undefined if none is. */
export function readChoice(fields: { [Field in keyof MediaChoice]: MediaChoice[Field] | undefined }) {
  const entries = CHOICE_FIELDS.flatMap((field) =>
    fields[field] === undefined ? [] : [[field, fields[field]] as const],
  );
  return entries.length === 0 ? undefined : (Object.fromEntries(entries) as MediaChoice);
}
