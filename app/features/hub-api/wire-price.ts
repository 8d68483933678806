import { exactDollars, type Pico } from '#app/contracts/money.ts';
import type { WireRates, WireRule } from '#app/contracts/openai/answers/price-answer.ts';
import { AppliedRates, PRICE_CLASSES, type Price, type PriceClass } from '#app/contracts/price.ts';

/** The public API's names for the classes of a price: those of other hubs, if clients know any. */
export const WIRE_CLASSES: Record<PriceClass, string> = {
  input: 'prompt',
  cachedInput: 'input_cache_read',
  cacheWrite: 'input_cache_write',
  cacheWriteLong: 'input_cache_write_1h',
  imageInput: 'image_token',
  cachedImageInput: 'image_cache_read',
  audioInput: 'audio',
  output: 'completion',
  imageOutput: 'image_output',
  image: 'output_image',
  firstMegapixel: 'first_output_megapixel',
  megapixel: 'output_megapixel',
  inputMegapixel: 'input_megapixel',
  second: 'output_second',
  inputSecond: 'input_second',
  request: 'request',
};

/** The rates of an ordinary short call at a given time, as the list shows them. */
export function toWirePricing(price: Price, at: Date): WireRates {
  const rates = new AppliedRates(price, { promptTokens: 0, at });
  const isNamed = (name: PriceClass) => price.rules.some((rule) => rule.rates[name] !== undefined);
  return toWireRates((name) => (isNamed(name) ? rates.of(name)?.ratePico : undefined));
}

/** A tariff with all its conditions, from which a charge can be calculated by hand. */
export function toWireTariff({ rules }: Price): WireRule[] {
  return rules.map(({ when, rates }) => {
    const shown = toWireRates((name) => rates[name]);
    if (!when) return { rates: shown };
    const { promptTokensAbove, ...rest } = when;
    const length = promptTokensAbove === undefined ? {} : { prompt_tokens_above: promptTokensAbove };
    return { when: { ...length, ...rest }, rates: shown };
  });
}

function toWireRates(rateOf: (name: PriceClass) => Pico | undefined): WireRates {
  const named = PRICE_CLASSES.flatMap((name) => {
    const rate = rateOf(name);
    return rate === undefined ? [] : [[WIRE_CLASSES[name], exactDollars(rate)] as const];
  });
  return Object.fromEntries(named);
}
