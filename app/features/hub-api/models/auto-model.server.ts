import { supportedParameters } from '#app/contracts/catalogue/supported-parameters.ts';
import { AUTO_MODEL } from '#app/contracts/models.ts';
import type { ModelObject } from '#app/contracts/openai/answers/model-answer.ts';
import { AUTO_DESCRIPTION, AUTO_NAME, readAutoModel } from '#app/core/routing/model-groups.ts';
import { architecture, unknownToOpenAi } from './model-object.server.ts';

/**
 * `parlance/auto` as a model of the list.
 * @returns null where there is nothing to choose from
 */
export async function autoModelObject(at: Date): Promise<ModelObject | null> {
  const auto = await readAutoModel(at);
  if (!auto) return null;
  const { input_modalities: inputs } = architecture(auto.supports);
  const context_length = auto.contextTokens || null;
  const max_completion_tokens = auto.maxOutputTokens || null;
  return {
    id: AUTO_MODEL,
    object: 'model',
    created: 0,
    owned_by: 'parlance',
    name: AUTO_NAME,
    ...unknownToOpenAi(AUTO_MODEL),
    description: AUTO_DESCRIPTION,
    context_length,
    max_completion_tokens,
    architecture: {
      modality: `${inputs.join('+')}->text`,
      input_modalities: inputs,
      output_modalities: ['text'],
    },
    pricing: { prompt: '-1', completion: '-1' },
    supported_parameters: supportedParameters(auto),
    top_provider: { context_length, max_completion_tokens, is_moderated: false },
    knowledge_cutoff: null,
    shutdown_date: null,
    notice: null,
    providers: [],
  };
}
