import { z } from 'zod';
import type { ApiRequest } from '#app/contracts/api-request.ts';
import {
  DEFAULT_SORT,
  LISTING_MAX,
  SEARCH_MAX,
  SORT_FIELDS,
  type ListingSort,
} from '#app/contracts/catalogue/listing.ts';
import { NO_FIGURES } from '#app/contracts/catalogue/offer-figures.ts';
import { MODALITIES } from '#app/contracts/models.ts';
import { readListing } from '#app/core/catalogue/listing.ts';
import { readFigures } from '#app/core/generation/report/figures.ts';
import { endpoint } from '#app/http/api/api-route.ts';
import { JsonResponse } from '#app/http/response/written-response.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { findShown, selectPage } from './shared/shown-models.server.ts';
import { toLandingModel, toWireModel } from './wire-model.server.ts';

/** Longer than a JSON list of all values. */
const JSON_MAX = 1000;

/** JSON within a query field, validated; the error names the field. */
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

const sort = z
  .partialRecord(z.enum(SORT_FIELDS), z.union([z.literal(1), z.literal(-1)]))
  .transform((fields) => Object.entries(fields) as unknown as ListingSort);

/** The query of GET /api/hub/models. */
const listingQuery = z.object({
  /** `landingPage`: fewer fields of each model. */
  fields: z.literal('landingPage').optional(),
  limit: z
    .string()
    .regex(/^\d{1,4}$/, `must be a whole number from 1 to ${LISTING_MAX}`)
    .transform(Number)
    .pipe(z.number().min(1).max(LISTING_MAX))
    .default(LISTING_MAX),
  /** `nextCursor` of the previous answer. */
  cursor: z.string().min(1).max(160).optional(),
  search: z.string().max(SEARCH_MAX).default(''),
  filter: json(
    z.array(z.enum(MODALITIES)).max(MODALITIES.length),
    '["text-to-text","text-to-image"]',
  ).default([]),
  sort: json(sort, '{"featured":-1,"createdAt":-1}').default(DEFAULT_SORT),
});

/**
 * GET /api/hub/models?search=&filter=&sort=&limit=&cursor=&fields=: the public catalogue, including models
 * that cannot be called here. `nextCursor`, if not null, is the `cursor` of the next page.
 */
export const catalogueCall = endpoint({ auth: 'none', query: listingQuery }, async ({ request, query }) => {
  const { fields, ...wanted } = query;
  const { models, total, nextCursor, version } = await selectPage(wanted);
  const toWire = fields === 'landingPage' ? toLandingModel : toWireModel;
  return cached(request, version, () => ({ models: models.map(toWire), total, nextCursor }));
});

const named = z.object({ provider: z.string().min(1), name: z.string().min(1) });

/**
 * GET /api/hub/models/:provider/:name: one model. For a retired id the answer is its successor, with
 * `retired` set.
 * @throws AppError model_not_found with similar names
 */
export const catalogueModelCall = endpoint({ auth: 'none', params: named }, async ({ request, params }) => {
  const { version } = await readListing();
  const { model, retired } = await findShown(`${params.provider}/${params.name}`);
  return cached(request, version, () => ({ ...toWireModel(model), retired }));
});

/**
 * GET /api/hub/models/:provider/:name/figures: the performance of each offer of a model over the last 24
 * hours and 30 days. Separate from the model, which stays the same until the catalogue changes.
 * @throws AppError model_not_found with similar names
 */
export const figuresCall = endpoint({ auth: 'none', params: named }, async ({ params }) => {
  const { model } = await findShown(`${params.provider}/${params.name}`);
  const figures = await readFigures(
    AUTOCOMMIT,
    model.offers.map(({ id }) => id),
  );
  const providers = model.offers.map(({ id, provider: slug, name }) => ({
    _id: id,
    slug,
    name,
    ...(figures.get(id) ?? NO_FIGURES),
  }));
  return new JsonResponse(
    { parlanceId: model.id, providers },
    { headers: { 'cache-control': 'public, max-age=60' } },
  );
});

/** Any cache may store the answer for a minute, and then revalidate it. */
function cached(request: ApiRequest, version: string, answer: () => unknown) {
  const etag = `W/"${version}"`;
  const headers = { etag, 'cache-control': 'public, max-age=60' };
  if (request.headers.get('if-none-match')?.includes(`"${version}"`))
    return new Response(null, { status: 304, headers });
  return new JsonResponse(answer(), { headers });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
