import { AUTO_MODEL } from '#app/contracts/models.ts';
import type { ModelObject } from '#app/contracts/openai/answers/model-answer.ts';
import { AUTO_DESCRIPTION, AUTO_NAME, readAutoModel } from '#app/core/routing/auto-model.ts';
import { architecture } from './model-object.server.ts';
import { supportedParameters } from '#app/contracts/catalogue/supported-parameters.ts';

/**
 * `parlance/auto` as a model of the list.
 * @returns null where there is nothing to choose from
 */
export async function autoModelObject(at: Date): Promise<ModelObject | null> {
  const auto = await readAutoModel(at);
  if (!auto) return null;
  const { input_modalities: inputs } = architecture(auto.supports);
  return {
    id: AUTO_MODEL,
    object: 'model',
    created: 0,
    owned_by: 'parlance',
    name: AUTO_NAME,
    description: AUTO_DESCRIPTION,
    context_length: auto.contextTokens || null,
    max_completion_tokens: auto.maxOutputTokens || null,
    architecture: {
      modality: `${inputs.join('+')}->text`,
      input_modalities: inputs,
      output_modalities: ['text'],
      tokenizer: null,
    },
    pricing: {},
    supported_parameters: supportedParameters(auto),
    top_provider: null,
    knowledge_cutoff: null,
    shutdown_date: null,
    notice: null,
    providers: [],
  };
}
