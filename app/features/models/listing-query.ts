import { z } from 'zod';
import {
  DEFAULT_SORT,
  LISTING_MAX,
  SEARCH_MAX,
  SORT_FIELDS,
  type ListingSort,
} from '#app/contracts/catalogue/listing.ts';
import { MODALITIES } from '#app/contracts/models.ts';

/** Longer JSON than any list of what there is. */
const JSON_MAX = 1000;

/** JSON within a field of a query, checked; the field is named where it is wrong. */
const json = <Schema extends z.ZodType>(schema: Schema, example: string) =>
  z
    .string()
    .max(JSON_MAX)
    .transform((text, context): z.output<Schema> => {
      const { success, data } = schema.safeParse(parsed(text));
      if (success) return data;
      context.addIssue({ code: 'custom', message: `must be JSON such as ${example}` });
      return z.NEVER;
    });

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const sort = z
  .partialRecord(z.enum(SORT_FIELDS), z.union([z.literal(1), z.literal(-1)]))
  .transform((fields) => Object.entries(fields) as unknown as ListingSort);

/** The query of GET /api/hub/models. */
export const listingQuery = z.object({
  /** `landingPage`: less of each model. */
  fields: z.literal('landingPage').optional(),
  limit: z
    .string()
    .regex(/^\d{1,4}$/, `must be a whole number from 1 to ${LISTING_MAX}`)
    .transform(Number)
    .pipe(z.number().min(1).max(LISTING_MAX))
    .default(LISTING_MAX),
  /** The `nextCursor` of the answer before. */
  cursor: z.string().min(1).max(160).optional(),
  search: z.string().max(SEARCH_MAX).default(''),
  filter: json(
    z.array(z.enum(MODALITIES)).max(MODALITIES.length),
    '["text-to-text","text-to-image"]',
  ).default([]),
  sort: json(sort, '{"featured":-1,"createdAt":-1}').default(DEFAULT_SORT),
});
