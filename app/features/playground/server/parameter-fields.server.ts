import {
  MAX_IMAGES,
  OPTIONS_OF,
  PLAYGROUND_PARAMETERS,
  type OptionName,
} from '#app/contracts/playground/options.ts';
import { readPair, type Output } from '#app/contracts/playground/playground.ts';
import { dialectOf } from '#app/contracts/providers.ts';
import type { ParameterRange } from '#app/contracts/models.ts';
import type { Listing } from '#app/core/catalogue/listing.ts';
import { listOffers, type PricedOffer } from '#app/core/catalogue/offers.ts';
import { imageOptions } from '#app/core/providers/media/image-options.ts';
import { videoOptions } from '#app/core/providers/media/video-options.ts';
import { partialsOf } from '#app/core/tasks/media/offered-choices.ts';
import { soldResolutions } from '#app/core/tasks/video/resolutions.ts';
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

/** Values of each field that a pair accepts; a number has a range, a text field is `true`. */
type AcceptedOptions = Partial<Record<OptionName, readonly string[] | ParameterRange | true>>;

interface PairOptions {
  one: PairOption;
  takes: AcceptedOptions;
}

const SEED = { min: 0, max: 4_294_967_295 };

async function acceptedBy({ pair }: PairOption, output: 'image' | 'video'): Promise<AcceptedOptions> {
  const { model, provider } = readPair(pair)!;
  const offers = await listOffers(AUTOCOMMIT, model, new Date());
  const offer = offers.find((one) => one.provider === provider);
  if (!offer) return {};
  return (output === 'image' ? imageOptionsOf(offer) : videoOptionsOf(offer)) ?? {};
}

function imageOptionsOf({ dialect, provider, upstreamModel }: PricedOffer): AcceptedOptions | null {
  const options = imageOptions(dialect ?? dialectOf(provider), upstreamModel);
  if (!options) return null;
  const { size, aspectRatio, resolution, quality, background, outputFormat, maxImages, takes } = options;
  return {
    size,
    aspect_ratio: aspectRatio,
    resolution,
    quality,
    background,
    output_format: outputFormat,
    partial_images: partialsOf(options),
    ...(maxImages > 1 && { n: { min: 1, max: Math.min(maxImages, MAX_IMAGES) } }),
    ...(takes.includes('seed') && { seed: SEED }),
    ...(takes.includes('negativePrompt') && { negative_prompt: true }),
  };
}

function videoOptionsOf({ dialect, provider, upstreamModel, price }: PricedOffer): AcceptedOptions | null {
  const options = videoOptions(dialect ?? dialectOf(provider), upstreamModel);
  if (!options) return null;
  const { seconds, size, aspectRatio, resolution, sound, takes } = options;
  return {
    seconds: seconds.map(String),
    size,
    aspect_ratio: aspectRatio,
    resolution: soldResolutions(resolution, price),
    // A provider that always makes sound offers no choice.
    ...(sound.length > 1 && { sound: ['yes', 'no'] }),
    ...(takes.includes('seed') && { seed: SEED }),
    ...(takes.includes('negativePrompt') && { negative_prompt: true }),
  };
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

const isList = (taken: AcceptedOptions[OptionName]): taken is readonly string[] => Array.isArray(taken);
const isRange = (taken: AcceptedOptions[OptionName]): taken is ParameterRange =>
  typeof taken === 'object' && !isList(taken);
const isSomething = (taken: AcceptedOptions[OptionName]) =>
  taken !== undefined && !(isList(taken) && taken.length === 0);

const namesOf = (pairs: readonly PairOption[]) => [...new Set(pairs.map(({ modelName }) => modelName))];
