import type { CompletionOptions } from '#app/contracts/completion.ts';
import type { SendParameters } from '#app/contracts/send.ts';

/** The options of a chat in the words in which models are asked; only those that are set. */
export function chatOptions(parameters: SendParameters): CompletionOptions {
  const options: CompletionOptions = {
    temperature: parameters.temperature,
    top_p: parameters.topP,
    frequency_penalty: parameters.frequencyPenalty,
    top_k: parameters.topK,
    presence_penalty: parameters.presencePenalty,
  };
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}
