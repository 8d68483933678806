import {
  MAX_IMAGES,
  OPTIONS_OF,
  PLAYGROUND_PARAMETERS,
  type OptionName,
} from '#app/contracts/playground/options.ts';
import { readPair, type Output } from '#app/contracts/playground/playground.ts';
import type { ParameterRange } from '#app/contracts/models.ts';
import type { Listing } from '#app/core/catalogue/listing.ts';
import { listOffers } from '#app/core/catalogue/offers.ts';
import {
  acceptedImageOptions,
  acceptedVideoOptions,
  type AcceptedOptions,
  type AcceptedValues,
} from '#app/core/tasks/media/accepted-options.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import type { PairOption, ParameterField } from '../playground-data.ts';

/**
 * Returns the parameter fields of an output for the selected pairs: each field allows what at least one pair
 * accepts.
 */
export async function parameterFields(
  output: Output | null,
  selected: readonly PairOption[],
  listing: Listing,
): Promise<ParameterField[]> {
  if (output === null || selected.length === 0) return [];
  if (output === 'text') return textFields(selected, listing);
  const pairs = await Promise.all(
    selected.map(async (one) => ({ one, takes: await acceptedBy(one, output) })),
  );
  return OPTIONS_OF[output].flatMap((name) => fieldOf(name, pairs) ?? []);
}

/** Ranges of the API itself. */
const RANGES: Record<(typeof PLAYGROUND_PARAMETERS)[number] | 'max_tokens', ParameterRange> = {
  temperature: { min: 0, max: 2 },
  top_p: { min: 0, max: 1 },
  frequency_penalty: { min: -2, max: 2 },
  presence_penalty: { min: -2, max: 2 },
  max_tokens: { min: 1 },
};

/**
 * Returns the widest range that one of the selected models accepts; models that reject a parameter are called
 * without it.
 */
function textFields(selected: readonly PairOption[], { byId }: Listing): ParameterField[] {
  const fields = PLAYGROUND_PARAMETERS.map((name): ParameterField => {
    const accepting = selected.filter(({ leavesOut }) => !leavesOut.includes(name));
    const ranges = accepting.map(({ model }) => byId.get(model)?.offers[0]?.parameters[name] || {});
    const own = RANGES[name];
    const maxAllowed = Math.max(...ranges.map(({ max }) => max ?? Infinity));
    const range = {
      ...own,
      ...(accepting.length > 0 && { max: Math.min(own.max ?? maxAllowed, maxAllowed) }),
    };
    const others = selected.filter((one) => !accepting.includes(one));
    return { name, kind: 'number', range, notTakenBy: namesOf(others) };
  });
  return [...fields, { name: 'max_tokens', kind: 'number', range: RANGES.max_tokens, notTakenBy: [] }];
}

interface PairOptions {
  one: PairOption;
  takes: AcceptedOptions;
}

async function acceptedBy({ pair }: PairOption, output: 'image' | 'video'): Promise<AcceptedOptions> {
  const { model, provider } = readPair(pair)!;
  const offers = await listOffers(AUTOCOMMIT, model, new Date());
  const offer = offers.find((one) => one.provider === provider);
  if (!offer) return {};
  if (output === 'video') {
    const { sound, ...options } = acceptedVideoOptions(offer) ?? {};
    return { ...options, ...(sound && { sound: ['yes', 'no'] }) };
  }
  const { n, ...options } = acceptedImageOptions(offer) ?? {};
  return { ...options, ...(n && { n: { min: 1, max: Math.min(maxOf(n), MAX_IMAGES) } }) };
}

/**
 * Returns a field that at least one pair accepts, with the names of the models that do not; null when no pair
 * does.
 */
function fieldOf(name: OptionName, pairs: readonly PairOptions[]): ParameterField | null {
  const accepting = pairs.filter(({ takes }) => isSomething(takes[name]));
  const [first] = accepting;
  if (!first) return null;
  const others = (them: readonly PairOptions[]) =>
    namesOf(pairs.filter((pair) => !them.includes(pair)).map(({ one }) => one));
  const notTakenBy = others(accepting);
  const accepted = first.takes[name];
  if (accepted === true) return { name, kind: 'text', notTakenBy };
  if (!isList(accepted)) {
    const ranges = accepting.flatMap(({ takes }) => (isRange(takes[name]) ? takes[name] : []));
    const max = Math.max(...ranges.map((range) => range.max ?? 0));
    return { name, kind: 'number', range: { ...ranges[0], max }, notTakenBy };
  }
  const listOf = ({ takes }: PairOptions) => (isList(takes[name]) ? takes[name] : []);
  const all = [...new Set(accepting.flatMap(listOf))];
  if (name === 'seconds') all.sort((a, b) => Number(a) - Number(b));
  const values = all.map((value) => ({
    value,
    notTakenBy: others(accepting.filter((pair) => listOf(pair).includes(value))),
  }));
  return { name, kind: 'choice', values, notTakenBy };
}

const maxOf = (taken: AcceptedValues) => (isRange(taken) ? taken.max : undefined) ?? MAX_IMAGES;
const isList = (taken: AcceptedValues | undefined): taken is readonly string[] => Array.isArray(taken);
const isRange = (taken: AcceptedValues | undefined): taken is ParameterRange =>
  typeof taken === 'object' && !isList(taken);
const isSomething = (taken: AcceptedValues | undefined) =>
  taken !== undefined && !(isList(taken) && taken.length === 0);

const namesOf = (pairs: readonly PairOption[]) => [...new Set(pairs.map(({ modelName }) => modelName))];
