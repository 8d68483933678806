import { menuChoice } from '#app/contracts/endpoints/model-choice.ts';
import { SERVED_ENDPOINTS, type Endpoint } from '#app/contracts/endpoints/table.ts';
import { listModels } from '#app/core/catalogue/models.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import type { ModelChoice } from './presets-data.ts';

/** The models that conversations are held with, once for each endpoint that answers with them, as the chat's menu has it. */
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

/** The choice that a stored preset is of; undefined where it names no model, or one that nobody answers with here. */
export function choiceOfPreset(
  choices: readonly ModelChoice[],
  { endpoint, model }: { endpoint: Endpoint | null; model: string | null },
): ModelChoice | undefined {
  const named = choices.filter((choice) => choice.model === model);
  return endpoint === null
    ? named.find(({ id }) => id === model)
    : named.find((choice) => choice.endpoint === endpoint);
}
