import type { CompletionOptions } from '#app/contracts/completion.ts';
import type { Example, SendParameters } from '#app/contracts/send.ts';

/** The examples that are said to a model: a pair of which one side is empty is still being written. */
export function wholeExamples({ examples = [] }: SendParameters): Example[] {
  return examples.filter(({ input, output }) => input.content.trim() !== '' && output.content.trim() !== '');
}

/** Words of the options that a model is told before the conversation. */
export function wordsOf(parameters: SendParameters): string[] {
  const said = wholeExamples(parameters).flatMap(({ input, output }) => [input.content, output.content]);
  return [parameters.promptPrefix ?? '', ...said].filter((words) => words !== '');
}

/** The options of a chat in the words in which models are asked; only those that are set. */
export function chatOptions(parameters: SendParameters): CompletionOptions {
  const options: CompletionOptions = {
    temperature: parameters.temperature,
    top_p: parameters.topP,
    frequency_penalty: parameters.frequencyPenalty,
    top_k: parameters.topK,
    presence_penalty: parameters.presencePenalty,
    reasoning_effort: parameters.reasoningEffort as CompletionOptions['reasoning_effort'],
  };
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}
