import { messageText, type CompletionOptions, type PromptMessage } from '#app/contracts/completion.ts';
import { yieldsAmong, type OptionYields } from '#app/contracts/endpoints/option-yields.ts';
import { fieldsOf } from '#app/contracts/endpoints/options.ts';
import { factsOf, type Endpoint } from '#app/contracts/endpoints/table.ts';
import { mediaMadeBy, type ModelParameter } from '#app/contracts/models.ts';
import type { Example, SendParameters } from '#app/contracts/send.ts';
import { listOffers, listOwnOffers, type PricedOffer } from '#app/core/catalogue/offers.ts';
import { answersFor } from '#app/core/catalogue/endpoint-models.ts';
import { readSnapshot } from '#app/core/catalogue/snapshot.ts';
import { refusedParameters } from '#app/core/routing/refused-parameters.ts';
import type { Tx } from '#db/transaction.ts';

/** The request parameters of options of a chat; all other options are text in the prompt. */
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

interface Place {
  endpoint: Endpoint;
  /** The id of the model that answers. */
  model: string;
}

/** The options of a model, by our names, that none of its offers uses. */
interface OptionLimits {
  /** Unused whatever their values are. */
  refused: string[];
  /** Unused if one of these other options is set. */
  yields: OptionYields;
}

/** The only option that also applies to images and videos: the name shown above the answer. */
const OF_MEDIA = 'modelLabel';

/** The parameter of an option; undefined for one without a parameter. */
export function parameterOf(option: string): keyof CompletionOptions | undefined {
  return Object.hasOwn(PARAMETERS, option) ? PARAMETERS[option as keyof typeof PARAMETERS] : undefined;
}

/** The examples that are sent to a model: a pair with one empty side is still being written. */
export function completeExamples({ examples = [] }: SendParameters): Example[] {
  return examples.filter(({ input, output }) => input.content.trim() !== '' && output.content.trim() !== '');
}

/** The persona if the user describes none. */
const SYDNEY = 'You are Sydney. You speak in the first person, warmly and frankly, and say what you think.';

/** The turns before the conversation: instructions, and context to read. `jailbreak` adds the persona. */
export function leadingTurns({
  promptPrefix,
  jailbreak,
  systemMessage,
  context,
}: SendParameters): PromptMessage[] {
  const turns: PromptMessage[] = [
    { role: 'system', content: promptPrefix ?? '' },
    { role: 'system', content: jailbreak ? systemMessage || SYDNEY : '' },
    { role: 'developer', content: context ?? '' },
  ];
  return turns.filter(({ content }) => content !== '');
}

/** The texts of the options that are sent before the conversation. */
export function optionTexts(parameters: SendParameters): string[] {
  const examples = completeExamples(parameters).flatMap(({ input, output }) => [
    input.content,
    output.content,
  ]);
  return [...leadingTurns(parameters).map(messageText), ...examples];
}

/** The options of a chat as request parameters; only those that are set. */
export function chatOptions(parameters: SendParameters): CompletionOptions {
  const set = Object.entries(parameters).flatMap(([option, value]) => {
    const name = parameterOf(option);
    return name === undefined || value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(set);
}

/**
 * The limits of a model's options, across all its offers for an endpoint: on the operator's keys, else on
 * users' own keys.
 */
export async function optionLimits(tx: Tx, { endpoint, model }: Place): Promise<OptionLimits> {
  const facts = factsOf(endpoint);
  if (!facts) return { refused: [], yields: {} };
  const at = new Date();
  const entry = (await readSnapshot(tx)).models.get(model);
  // A conversation may be older than the catalogue.
  if (!entry) return { refused: [], yields: {} };
  const options = fieldsOf(facts, model).map(({ option }) => option);
  if (entry.endpoint === null && mediaMadeBy(entry.supports) !== null)
    return { refused: options.filter((option) => option !== OF_MEDIA), yields: {} };
  const all = await listOffers(tx, model, at);
  const served = all.filter((offer) => answersFor(endpoint, offer));
  const offers = served.length > 0 ? served : await listOwnOffers(tx, { model, endpoint }, at);
  const isRefused = (option: string) => {
    const name = parameterOf(option);
    if (name === 'reasoning_effort' && !entry.capabilities.includes('reasoning')) return true;
    if (name === undefined || offers.length === 0) return false;
    return offers.every((offer) => refusedParameters(offer, [name]).length > 0);
  };
  const refused = options.filter(isRefused);
  const left = options.filter((option) => !refused.includes(option));
  return {
    refused,
    yields: Object.fromEntries(
      left.flatMap((option) => {
        const others = left.filter((other) => offers.length > 0 && offers.every(yieldsTo(option, other)));
        return others.length === 0 ? [] : [[option, others] as const];
      }),
    ),
  };
}

/** Returns a test whether an offer drops one option when the other is set. */
function yieldsTo(option: string, other: string): (offer: PricedOffer) => boolean {
  const [name, otherName] = [parameterOf(option), parameterOf(other)] as ModelParameter[];
  return ({ parameters }) => {
    const range = name !== undefined && parameters[name];
    return Boolean(range && otherName !== undefined && range.yieldsTo?.includes(otherName));
  };
}

/** The options that reach no model although they are set, or would be by default. */
export async function leftOutOptions(tx: Tx, place: Place, parameters: SendParameters): Promise<string[]> {
  const { refused, yields } = await optionLimits(tx, place);
  return [...refused, ...yieldsAmong(yields, parameters)];
}
