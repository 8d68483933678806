import { SERVED_ENDPOINTS } from '#app/contracts/endpoints/table.ts';
import { listModels } from '#app/core/catalogue/list-models.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import type { ModelName } from '../presets-data.ts';

/** The models that conversations are held with, each once. */
export async function modelNames(): Promise<ModelName[]> {
  const models = (
    await Promise.all(SERVED_ENDPOINTS.map((endpoint) => listModels(AUTOCOMMIT, endpoint, 'anybody')))
  ).flat();
  return [...new Map(models.map(({ id, name }) => [id, { id, name }])).values()];
}
