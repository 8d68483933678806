import type { ListedRates } from '#app/contracts/catalogue/listing.ts';
import { PRICE_CLASSES, type PriceClass, type Rates } from '#app/contracts/price.ts';
import { rateAmount } from '#app/contracts/catalogue/rate-amount.ts';

/** A rate in few words: `models:rate.<class>` with its amount. */
export interface RateChip {
  class: PriceClass;
  /** `$0.15` */
  amount: string;
  /** Under some condition another one applies. */
  varies: boolean;
}

/** The rates of an offer that say what a model costs, in their order. */
const TELLING: readonly PriceClass[] = [
  'input',
  'inputMegapixel',
  'inputSecond',
  'output',
  'imageOutput',
  'image',
  'firstMegapixel',
  'megapixel',
  'second',
  'request',
];

/** What only those ask who know more: caches, and what goes in beside words. */
const FINER: readonly PriceClass[] = [
  'imageInput',
  'audioInput',
  'cachedInput',
  'cachedImageInput',
  'cacheWrite',
  'cacheWriteLong',
];

/** What a model costs, for a list. */
export function shortChips(rates: ListedRates): RateChip[] {
  const [first, second] = chipsOf(rates, TELLING).filter(({ class: name }) => !name.startsWith('inputM'));
  return [first, second].filter((chip) => chip !== undefined);
}

/** All that a model costs. */
export function allChips(rates: ListedRates): RateChip[] {
  return [...chipsOf(rates, TELLING), ...chipsOf(rates, FINER)];
}

function chipsOf(rates: ListedRates, classes: readonly PriceClass[]): RateChip[] {
  return classes.flatMap((name) => {
    const rate = rates[name];
    return rate ? [{ class: name, amount: rateAmount(name, BigInt(rate.pico)), varies: rate.varies }] : [];
  });
}

/** The rates of one rule of a tariff. */
export function chipsOfRule(rates: Rates): RateChip[] {
  return PRICE_CLASSES.flatMap((name) => {
    const pico = rates[name];
    return pico === undefined ? [] : [{ class: name, amount: rateAmount(name, pico), varies: false }];
  });
}
