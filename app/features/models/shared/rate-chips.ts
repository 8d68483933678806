import type { ListedRates } from '#app/contracts/catalogue/listing.ts';
import { PRICE_CLASSES, type PriceClass, type Rates } from '#app/contracts/price.ts';
import { rateAmount } from '#app/contracts/catalogue/rate-amount.ts';

/** A rate in short: `models:rate.<class>` with its amount. */
export interface RateChip {
  class: PriceClass;
  /** `$0.15` */
  amount: string;
  /** Whether another rate applies under some condition. */
  varies: boolean;
}

/** The main rates of an offer, in display order. */
const MAIN_CLASSES: readonly PriceClass[] = [
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

/** Details for experts: caches, and input other than text. */
const DETAIL_CLASSES: readonly PriceClass[] = [
  'imageInput',
  'audioInput',
  'cachedInput',
  'cachedImageInput',
  'cacheWrite',
  'cacheWriteLong',
];

/** The main rates of a model, for a list. */
export function shortChips(rates: ListedRates): RateChip[] {
  const [first, second] = chipsOf(rates, MAIN_CLASSES).filter(
    ({ class: name }) => !name.startsWith('inputM'),
  );
  return [first, second].filter((chip) => chip !== undefined);
}

/** All rates of a model. */
export function allChips(rates: ListedRates): RateChip[] {
  return [...chipsOf(rates, MAIN_CLASSES), ...chipsOf(rates, DETAIL_CLASSES)];
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
