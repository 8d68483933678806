import { z } from 'zod';
import type { MessageModel } from '#app/contracts/anthropic/answers.ts';
import { AppError } from '#app/contracts/errors.ts';
import { findModel, type Model } from '#app/core/catalogue/models.ts';
import { listAutoModels } from '#app/core/routing/model-groups.ts';
import { endpoint } from '#app/http/api/api-route.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

const id = z.string().min(1).max(160).optional();

const page = z.object({
  after_id: id,
  before_id: id,
  limit: z.coerce.number({ error: 'must be a number' }).int().min(1).max(1000).default(20),
});

/**
 * GET /api/v1/models for clients of Anthropic: the text models, in the operator's order, page by page.
 * Public: reads no key.
 * @throws AppError invalid_request, with its field, for an id that is not in the list
 */
export const messageModelsCall = endpoint({ auth: 'none', query: page }, async ({ query }) => {
  const models = await listAutoModels();
  const { after_id: after, before_id: before, limit } = query;
  const begin = after === undefined ? 0 : indexOf(models, after, 'after_id') + 1;
  const end = before === undefined ? models.length : indexOf(models, before, 'before_id');
  const wanted = models.slice(begin, Math.max(begin, end));
  // A page backwards ends right before `before_id`.
  const isBackwards = before !== undefined && after === undefined;
  const shown = isBackwards ? wanted.slice(-limit) : wanted.slice(0, limit);
  const data = shown.map(toMessageModel);
  return {
    data,
    has_more: shown.length < wanted.length,
    first_id: data[0]?.id ?? null,
    last_id: data.at(-1)?.id ?? null,
  };
});

/** An id contains a slash, which some clients encode as `%2F`. */
const named = z.object({ '*': z.string().min(1) });

/** GET /api/v1/models/{id} for clients of Anthropic. @throws AppError model_not_found with similar names */
export const messageModelCall = endpoint({ auth: 'none', params: named }, async ({ params }) =>
  toMessageModel(await findModel(AUTOCOMMIT, params['*'])),
);

function indexOf(models: readonly Model[], wanted: string, param: string): number {
  const place = models.findIndex((model) => model.id === wanted);
  if (place >= 0) return place;
  throw new AppError('invalid_request', { param, message: `${param}: names no model of this list.` });
}

function toMessageModel(model: Model): MessageModel {
  const { id: name, contextTokens, maxOutputTokens, retires } = model;
  return {
    type: 'model',
    id: name,
    display_name: model.name,
    created_at: startOf(model.releasedOn ?? model.readOn ?? '1970-01-01'),
    max_input_tokens: contextTokens || null,
    max_tokens: maxOutputTokens || null,
    lifecycle: retires ? 'deprecated' : 'active',
    deprecated_at: null,
    retires_at: retires && startOf(retires.on),
    line: null,
    capabilities: null,
  };
}

/** The start of a day, in UTC. */
const startOf = (day: string) => `${day}T00:00:00Z`;
