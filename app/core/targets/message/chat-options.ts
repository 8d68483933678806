import { messageText, type CompletionOptions, type PromptMessage } from '#app/contracts/completion.ts';
import type { Example, SendParameters } from '#app/contracts/send.ts';

/** The parameters of the wire that options of a chat become; other options are words that stand in the prompt. */
const PARAMETERS = {
  temperature: 'temperature',
  topP: 'top_p',
  frequencyPenalty: 'frequency_penalty',
  topK: 'top_k',
  presencePenalty: 'presence_penalty',
  reasoningEffort: 'reasoning_effort',
  toneStyle: 'toneStyle',
  jailbreak: 'jailbreak',
} as const satisfies Partial<Record<keyof SendParameters, keyof CompletionOptions>>;

/** The parameter that an option becomes; undefined for one that becomes none. */
export function parameterOf(option: string): keyof CompletionOptions | undefined {
  return Object.hasOwn(PARAMETERS, option) ? PARAMETERS[option as keyof typeof PARAMETERS] : undefined;
}

/** The examples that are said to a model: a pair of which one side is empty is still being written. */
export function wholeExamples({ examples = [] }: SendParameters): Example[] {
  return examples.filter(({ input, output }) => input.content.trim() !== '' && output.content.trim() !== '');
}

/** Who speaks where nobody is described. */
const SYDNEY = 'You are Sydney. You speak in the first person, warmly and frankly, and say what you think.';

/** What a model is told before the conversation: instructions, and what it is to read. A persona is told only to who is to be one. */
export function toldFirst({
  promptPrefix,
  jailbreak,
  systemMessage,
  context,
}: SendParameters): PromptMessage[] {
  const told: PromptMessage[] = [
    { role: 'system', content: promptPrefix ?? '' },
    { role: 'system', content: jailbreak ? systemMessage || SYDNEY : '' },
    { role: 'developer', content: context ?? '' },
  ];
  return told.filter(({ content }) => content !== '');
}

/** Words of the options that a model is told before the conversation. */
export function wordsOf(parameters: SendParameters): string[] {
  const said = wholeExamples(parameters).flatMap(({ input, output }) => [input.content, output.content]);
  return [...toldFirst(parameters).map(messageText), ...said];
}

/** The options of a chat in the words in which models are asked; only those that are set. */
export function chatOptions(parameters: SendParameters): CompletionOptions {
  const set = Object.entries(parameters).flatMap(([option, value]) => {
    const name = parameterOf(option);
    return name === undefined || value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(set);
}
