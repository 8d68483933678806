import { messageText, type CompletionOptions, type PromptMessage } from '#app/contracts/completion.ts';
import { yieldsAmong, type OptionYields } from '#app/contracts/endpoints/option-yields.ts';
import { fieldsOf } from '#app/contracts/endpoints/options.ts';
import { factsOf, type Endpoint } from '#app/contracts/endpoints/table.ts';
import { mediaMadeBy, type ModelParameter } from '#app/contracts/models.ts';
import type { Example, SendParameters } from '#app/contracts/send.ts';
import { listOffers, listOwnOffers, type PricedOffer } from '#app/core/catalogue/offers.ts';
import { answersFor } from '#app/core/catalogue/served-by.ts';
import { readSnapshot } from '#app/core/catalogue/snapshot.ts';
import { refusedParameters } from '#app/core/routing/refused-parameters.ts';
import type { Tx } from '#db/transaction.ts';

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

interface Place {
  endpoint: Endpoint;
  /** The id of the model that answers. */
  model: string;
}

/** The options of a model, by our names, that reach none of those who serve it. */
interface OptionLimits {
  /** Whatever their values are. */
  refused: string[];
  /** Beside which others. */
  yields: OptionYields;
}

/** The one option that holds for pictures and videos, too: the name over the answer. */
const OF_MEDIA = 'modelLabel';

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

/** The limits of a model's options, by all who answer with it for an endpoint: on the operator's keys, else on people's. */
export async function optionLimits(tx: Tx, { endpoint, model }: Place): Promise<OptionLimits> {
  const facts = factsOf(endpoint);
  if (!facts) return { refused: [], yields: {} };
  const at = new Date();
  const entry = (await readSnapshot(tx)).models.get(model);
  // A conversation may be older than the catalogue knows.
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

/** Whether an offer leaves one option out for the sake of another. */
function yieldsTo(option: string, other: string): (offer: PricedOffer) => boolean {
  const [name, otherName] = [parameterOf(option), parameterOf(other)] as ModelParameter[];
  return ({ parameters }) => {
    const range = name !== undefined && parameters[name];
    return Boolean(range && otherName !== undefined && range.yieldsTo?.includes(otherName));
  };
}

/** The options that no model is told although they are set, or would be by default. */
export async function leftOutOptions(tx: Tx, place: Place, parameters: SendParameters): Promise<string[]> {
  const { refused, yields } = await optionLimits(tx, place);
  return [...refused, ...yieldsAmong(yields, parameters)];
}
