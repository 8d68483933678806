import { z } from 'zod';
import { AUTO_MODEL } from '#app/contracts/models.ts';
import type { ModelEndpoints, ModelObject } from '#app/contracts/openai/answers/model-answer.ts';
import { findModel, listAllModels } from '#app/core/catalogue/models.ts';
import { listOffers } from '#app/core/catalogue/offers.ts';
import { endpoint } from '#app/http/api/api-route.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { autoModelObject } from './auto-model.server.ts';
import { toModelEndpoints } from './model-endpoints.server.ts';
import { toModelObject } from './model-object.server.ts';

/**
 * GET /api/v1/models: `parlance/auto`, and every model on offer in the operator's order. For everybody: no key is
 * read.
 */
export const modelListCall = endpoint({ auth: 'none' }, async () => {
  const at = new Date();
  const models = await listAllModels(AUTOCOMMIT);
  const data = await Promise.all(
    models.map(async (model) => toModelObject(model, await listOffers(AUTOCOMMIT, model.id, at), at)),
  );
  const auto = await autoModelObject(at);
  const all = auto ? [auto, ...data] : data;
  return { object: 'list', data: all, total_count: all.length, links: { next: null } };
});

/** An id has a slash in it, which some clients write as `%2F`. */
const named = z.object({ '*': z.string().min(1) });

const ENDPOINTS = '/endpoints';

/**
 * GET /api/v1/models/{id}: one model. A retired id is answered with its successor's, and a notice. With `/endpoints`
 * behind the id: who serves it.
 * @throws AppError model_not_found with near names
 */
export const modelCall = endpoint(
  { auth: 'none', params: named },
  async ({ params }): Promise<ModelObject | ModelEndpoints> => {
    const at = new Date();
    const path = params['*'];
    const id = path.endsWith(ENDPOINTS) ? path.slice(0, -ENDPOINTS.length) : path;
    const { object, ...served } = await findObject(id, at);
    return id === path ? object : toModelEndpoints(object, { ...served, at });
  },
);

async function findObject(id: string, at: Date) {
  const auto = id === AUTO_MODEL ? await autoModelObject(at) : null;
  if (auto) return { object: auto, model: null, offers: [] };
  const model = await findModel(AUTOCOMMIT, id);
  const offers = await listOffers(AUTOCOMMIT, model.id, at);
  return { object: toModelObject(model, offers, at), model, offers };
}
