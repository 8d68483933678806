import { z } from 'zod';
import { CHOICE_FIELDS, type MediaChoice } from './choice.ts';
import { MOST_PARTIALS } from './image.ts';

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

/** What of them was said; undefined where nothing was. */
export function readChoice(fields: { [Field in keyof MediaChoice]: MediaChoice[Field] | undefined }) {
  const said = CHOICE_FIELDS.flatMap((field) =>
    fields[field] === undefined ? [] : [[field, fields[field]] as const],
  );
  return said.length === 0 ? undefined : (Object.fromEntries(said) as MediaChoice);
}
