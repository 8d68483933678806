import { AppError } from './errors.ts';
import { PICO_PER_MICRO, toMicro, type Micro, type Pico, type TokenUsage } from './money.ts';
import { AppliedRates, type Price, type PriceClass } from './price.ts';

/** What a picture or a video may be sold by, whatever it took to make it. */
const PIECES: readonly PriceClass[] = ['image', 'megapixel', 'second'];

/** Pixels of a megapixel. */
const MEGAPIXEL = 1_048_576;

export interface PixelSize {
  width: number;
  height: number;
}

/** Pictures and videos of one generation. */
export interface MediaUsage {
  /** Pictures that came out. */
  images?: readonly PixelSize[];
  /** Pictures that went in. */
  inputImages?: readonly PixelSize[];
  /** Seconds of video that came out, and that went in. */
  seconds?: number;
  inputSeconds?: number;
  /** What was asked for, in the maker's words. */
  resolution?: string;
  quality?: string;
}

/** What a call used. Tokens are zero for makers that do not count them. */
export interface Usage extends TokenUsage {
  media?: MediaUsage;
}

/** One line of a receipt: `count` x `ratePico` is `pico`, exactly. */
export interface CostLine {
  class: PriceClass;
  /** Tokens, pictures, whole megapixels, whole seconds or calls. */
  count: number;
  ratePico: Pico;
  pico: Pico;
  /** Place of the rule in the tariff that the rate comes from. */
  rule: number;
  /** Whose tariff that is, where it is not the price of the call: of an offer that went on with its answer. */
  priceId?: string;
}

/**
 * What a call costs. The lines add up to `pico`; `micro` is that sum, rounded once, half up, and at least one where the
 * sum is anything at all.
 */
export interface Cost {
  micro: Micro;
  pico: Pico;
  lines: CostLine[];
}

/**
 * What a call costs at a price.
 * @param at when the call was admitted: it decides about prices by the hour
 * @throws AppError price_unknown when the tariff has no rate for what was used; it is never zero
 */
export function costOf(usage: Usage, price: Price, at: Date): Cost {
  const { media = {} } = usage;
  const input = media.inputSeconds ? 'video' : media.inputImages?.length ? 'image' : undefined;
  const { resolution, quality } = media;
  const rates = new AppliedRates(price, { promptTokens: usage.promptTokens, at, resolution, quality, input });
  // Who sells a piece as such says in vain how many tokens it took.
  const isSoldWhole = PIECES.some((name) => rates.of(name) !== undefined);
  const tokens = tokenCounts(usage).filter(([name]) => !isSoldWhole || rates.of(name) !== undefined);
  const counts = [...tokens, ...mediaCounts(usage, media, rates)];
  if (rates.of('request')) counts.push(['request', 1]);
  const lines = counts
    .filter(([, count]) => count > 0)
    .map(([name, count]): CostLine => {
      const rate = rates.of(name);
      if (!rate) throw unknown(name);
      return { class: name, count, ...rate, pico: BigInt(count) * rate.ratePico };
    });
  return sumOf(lines);
}

/** A cost with the words of those who went on with an answer; it is rounded once all the same. */
export function withWords(cost: Cost, words: readonly CostLine[]): Cost {
  return sumOf([...cost.lines, ...words]);
}

function sumOf(lines: CostLine[]): Cost {
  const pico = lines.reduce((sum, line) => sum + line.pico, 0n);
  return { micro: pico > 0n && pico < PICO_PER_MICRO ? 1n : toMicro(pico), pico, lines };
}

type Count = readonly [PriceClass, number];

/** Each class of tokens by itself; a provider that says more of a part than of the whole is not believed. */
function tokenCounts(usage: TokenUsage): Count[] {
  let prompt = usage.promptTokens;
  const take = (tokens = 0) => {
    const taken = Math.min(tokens, prompt);
    prompt -= taken;
    return taken;
  };
  const cachedImage = take(Math.min(usage.cachedImageTokens ?? 0, usage.cachedTokens));
  const parts: Count[] = [
    ['cachedImageInput', cachedImage],
    ['cachedInput', take(usage.cachedTokens - cachedImage)],
    ['cacheWrite', take(usage.cacheWriteTokens)],
    ['cacheWriteLong', take(usage.cacheWriteLongTokens)],
    ['imageInput', take(usage.imageTokens)],
    ['audioInput', take(usage.audioTokens)],
  ];
  const imageOutput = Math.min(usage.imageOutputTokens ?? 0, usage.completionTokens);
  return [
    ['input', prompt],
    ...parts,
    ['output', usage.completionTokens - imageOutput],
    ['imageOutput', imageOutput],
  ];
}

/** Pictures are counted as their maker sells them: each, by megapixels, or by the tokens that stand beside. */
function mediaCounts(usage: TokenUsage, media: MediaUsage, rates: AppliedRates): Count[] {
  const { images = [], inputImages = [] } = media;
  const counts: Count[] = [['second', Math.ceil(media.seconds ?? 0)]];
  if (rates.of('inputSecond')) counts.push(['inputSecond', Math.ceil(media.inputSeconds ?? 0)]);
  if (rates.of('inputMegapixel')) counts.push(['inputMegapixel', megapixels(inputImages)]);
  if (rates.of('image')) counts.push(['image', images.length]);
  else if (rates.of('megapixel')) {
    counts.push(['firstMegapixel', images.length], ['megapixel', megapixels(images) - images.length]);
  } else if (images.length > 0 && usage.completionTokens === 0) throw unknown('image');
  return counts;
}

/** Whole megapixels, rounded up for each picture, as the makers do. */
function megapixels(sizes: readonly PixelSize[]): number {
  return sizes.reduce((sum, { width, height }) => sum + Math.ceil((width * height) / MEGAPIXEL), 0);
}

function unknown(name: PriceClass): AppError {
  return new AppError('price_unknown', { param: 'model', message: `The price of ${name} is not known.` });
}
