import { menuChoice } from '#app/contracts/endpoints/model-choice.ts';
import { SERVED_ENDPOINTS, type Endpoint } from '#app/contracts/endpoints/table.ts';
import { listModels } from '#app/core/catalogue/models.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import type { ModelChoice } from './presets-data.ts';

/** Lists the chat models, once for each endpoint that offers them, as in the chat's menu. */
export async function listChoices(): Promise<ModelChoice[]> {
  const lists = SERVED_ENDPOINTS.map(async (endpoint) =>
    (await listModels(AUTOCOMMIT, endpoint, 'anybody')).map((model) => ({
      ...menuChoice(endpoint, { ...model, endpoint: model.endpoint ?? endpoint }),
      endpoint,
      model: model.id,
    })),
  );
  return (await Promise.all(lists)).flat();
}

/**
 * Returns the choice of a stored preset; undefined when it names no model, or one that is not available here.
 */
export function choiceOfPreset(
  choices: readonly ModelChoice[],
  { endpoint, model }: { endpoint: Endpoint | null; model: string | null },
): ModelChoice | undefined {
  const named = choices.filter((choice) => choice.model === model);
  return endpoint === null
    ? named.find(({ id }) => id === model)
    : named.find((choice) => choice.endpoint === endpoint);
}
