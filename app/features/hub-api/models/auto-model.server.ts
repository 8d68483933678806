import { AUTO_MODEL } from '#app/contracts/models.ts';
import type { ModelObject } from '#app/contracts/openai/answers/model-answer.ts';
import { listOffers } from '#app/core/catalogue/offers/list-offers.ts';
import { listAutoModels } from '#app/core/routing/find-groups.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { architecture } from './model-object.server.ts';
import { supportedParameters } from '#app/contracts/catalogue/supported-parameters.ts';

const DESCRIPTION = `Chooses a model for each call. Only models that can do what the call needs are considered: \
pictures and speech in, tools, response_format, reasoning_effort, logprobs, n, and room for the prompt and the answer. \
Of these it takes one that works just now, that takes every parameter of the call, that is featured, and that costs \
the least, in this order of weight; provider.sort replaces the last two. If that one cannot answer, up to three more \
are asked. The answer names its model, is charged at that model's price, and its receipt (GET /api/v1/generation) \
lists who was considered and why not.`;

/**
 * `parlance/auto` as a model of the list: it can do what any of those can that it chooses among. It has no price of its own.
 * @returns null where there is nothing to choose from
 */
export async function autoModelObject(at: Date): Promise<ModelObject | null> {
  const models = await listAutoModels();
  if (models.length === 0) return null;
  const offers = (await Promise.all(models.map(({ id }) => listOffers(AUTOCOMMIT, id, at)))).flat();
  const supports = [...new Set(models.flatMap((model) => model.supports))];
  const capabilities = [...new Set(models.flatMap((model) => model.capabilities))];
  const { input_modalities: inputs } = architecture(supports);
  return {
    id: AUTO_MODEL,
    object: 'model',
    created: 0,
    owned_by: 'parlance',
    name: 'Auto',
    description: DESCRIPTION,
    context_length: Math.max(...models.map(({ contextTokens }) => contextTokens)) || null,
    max_completion_tokens: Math.max(...models.map(({ maxOutputTokens }) => maxOutputTokens)) || null,
    architecture: {
      modality: `${inputs.join('+')}->text`,
      input_modalities: inputs,
      output_modalities: ['text'],
      tokenizer: null,
    },
    pricing: {},
    supported_parameters: supportedParameters({ supports, capabilities, offers }),
    top_provider: null,
    knowledge_cutoff: null,
    shutdown_date: null,
    notice: null,
    providers: [],
  };
}
