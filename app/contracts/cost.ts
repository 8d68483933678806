import { AppError } from './errors.ts';
import { PICO_PER_MICRO, toMicro, type Micro, type Pico, type TokenUsage } from './money.ts';
import { AppliedRates, type Price, type PriceClass } from './price.ts';

/** Classes by which an image or a video is sold as a whole, independent of the tokens that it took. */
const PIECES: readonly PriceClass[] = ['image', 'megapixel', 'second'];

/** Number of pixels in a megapixel. */
const MEGAPIXEL = 1_048_576;

export interface PixelSize {
  width: number;
  height: number;
}

/** Images and videos of one generation. */
export interface MediaUsage {
  /** Sizes of the generated images. */
  images?: readonly PixelSize[];
  /** Sizes of the input images. */
  inputImages?: readonly PixelSize[];
  /** Seconds of generated video, and of input video. */
  seconds?: number;
  inputSeconds?: number;
  /** The requested resolution and quality, in the maker's terms. */
  resolution?: string;
  quality?: string;
}

/** The usage of a call. Tokens are zero for makers that do not count them. */
export interface Usage extends TokenUsage {
  media?: MediaUsage;
}

/** One line of a receipt: `count` x `ratePico` is exactly `pico`. */
export interface CostLine {
  class: PriceClass;
  /** Number of tokens, images, whole megapixels, whole seconds or calls. */
  count: number;
  ratePico: Pico;
  pico: Pico;
  /** Index of the rule in the tariff that the rate comes from. */
  rule: number;
  /**
   * The tariff of the rate, if it is not the price of the call: that of an offer that continued the answer.
   */
  priceId?: string;
}

/**
 * The cost of a call. The lines add up to `pico`; `micro` is that sum rounded once, half up, and at least one
 * if the sum is above zero.
 */
export interface Cost {
  micro: Micro;
  pico: Pico;
  lines: CostLine[];
}

/**
 * Computes the cost of a call at a price.
 * @param at when the call was admitted: it selects prices that depend on the hour
 * @throws AppError price_unknown when the tariff has no rate for something that was used; the cost is never
 * zero then
 */
export function costOf(usage: Usage, price: Price, at: Date): Cost {
  const { media = {} } = usage;
  const input = media.inputSeconds ? 'video' : media.inputImages?.length ? 'image' : undefined;
  const { resolution, quality } = media;
  const rates = new AppliedRates(price, { promptTokens: usage.promptTokens, at, resolution, quality, input });
  // If the tariff sells whole images or videos, token counts reported for them are ignored.
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

/**
 * Adds the text that other offers continued an answer with to a cost; the total is still rounded only once.
 */
export function withContinuations(cost: Cost, continuations: readonly CostLine[]): Cost {
  return sumOf([...cost.lines, ...continuations]);
}

function sumOf(lines: CostLine[]): Cost {
  const pico = lines.reduce((sum, line) => sum + line.pico, 0n);
  return { micro: pico > 0n && pico < PICO_PER_MICRO ? 1n : toMicro(pico), pico, lines };
}

type Count = readonly [PriceClass, number];

/**
 * Counts each class of tokens separately; a part that a provider reports as larger than the whole is limited
 * to the whole.
 */
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

/**
 * Counts images in the unit by which their maker sells them: pieces, megapixels, or tokens, which are counted
 * separately.
 */
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

/** Whole megapixels, rounded up for each image, which is what the makers do. */
function megapixels(sizes: readonly PixelSize[]): number {
  return sizes.reduce((sum, { width, height }) => sum + Math.ceil((width * height) / MEGAPIXEL), 0);
}

function unknown(name: PriceClass): AppError {
  return new AppError('price_unknown', { param: 'model', message: `The price of ${name} is not known.` });
}
