import { z } from 'zod';
import type { MediaChoice } from './choice.ts';

const optional = <Schema extends z.ZodType>(schema: Schema) =>
  schema.nullish().transform((value) => value ?? undefined);

/** The fields of a form or of a call that say how a picture or a video is to be. */
export const choiceFields = {
  size: optional(z.string().regex(/^\d{2,5}x\d{2,5}$/, 'size must be as 1024x1536.')),
  aspectRatio: optional(z.string().regex(/^\d{1,2}:\d{1,2}$/, 'aspectRatio must be as 16:9.')),
  seconds: optional(z.coerce.number('seconds must be a number.').int().min(1).max(60)),
  resolution: optional(z.string().trim().min(1).max(16)),
};

/** What of them was said; undefined where nothing was. */
export function readChoice(fields: { [Field in keyof MediaChoice]: MediaChoice[Field] | undefined }) {
  const { size, aspectRatio, seconds, resolution } = fields;
  const said = Object.entries({ size, aspectRatio, seconds, resolution }).filter(
    ([, value]) => value !== undefined,
  );
  return said.length === 0 ? undefined : (Object.fromEntries(said) as MediaChoice);
}
