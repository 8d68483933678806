import type { Pico } from './money.ts';

/**
 * Units that makers charge for. Tokens: prompt classes, then answer classes. Units: images, megapixels
 * (1,048,576 pixels, rounded up for each image), seconds of video, calls.
 */
export const PRICE_CLASSES = [
  'input',
  'cachedInput',
  'cacheWrite',
  'cacheWriteLong',
  'imageInput',
  'cachedImageInput',
  'audioInput',
  'output',
  'imageOutput',
  'image',
  'firstMegapixel',
  'megapixel',
  'inputMegapixel',
  'second',
  'inputSecond',
  'request',
] as const;
export type PriceClass = (typeof PRICE_CLASSES)[number];

/** Pico-dollars per token or unit. */
export type Rates = Readonly<Partial<Record<PriceClass, Pico>>>;

/** When a rule applies; every condition that is set must hold. */
export interface PriceCondition {
  /** The prompt has more tokens than this; the rule then applies to the whole call. */
  promptTokensAbove?: number;
  /** The call was admitted in one of these spans of hours, UTC: [from, until). */
  hours?: readonly (readonly [from: number, until: number])[];
  /** The call was admitted on one of these days, UTC; 0 is Sunday. */
  weekdays?: readonly number[];
  /** The requested resolution, in the maker's terms: `720p`, `2K`. */
  resolution?: readonly string[];
  quality?: readonly string[];
  /** The call has an input image or an input video. */
  input?: 'image' | 'video';
}

export interface PriceRule {
  when?: PriceCondition;
  rates: Rates;
}

/** A tariff: each rule that applies to a call overrides the rates of the rules before it. */
export interface Price {
  rules: readonly PriceRule[];
}

/** The facts of a call that decide which rules apply. */
export interface CallFacts {
  promptTokens: number;
  /** When the call was admitted. */
  at: Date;
  resolution?: string;
  quality?: string;
  input?: 'image' | 'video';
}

/** A rate and the index of its rule in the tariff. */
export interface AppliedRate {
  ratePico: Pico;
  rule: number;
}

/** Classes that are charged as another class if the maker lists no rate for them. */
const COUNTS_AS: Readonly<Partial<Record<PriceClass, PriceClass>>> = {
  cachedInput: 'input',
  cacheWrite: 'input',
  cacheWriteLong: 'cacheWrite',
  imageInput: 'input',
  cachedImageInput: 'cachedInput',
  audioInput: 'input',
  imageOutput: 'output',
  firstMegapixel: 'megapixel',
};

/** The rates of a tariff that apply to one call. */
export class AppliedRates {
  readonly #rates = new Map<PriceClass, AppliedRate>();

  constructor(price: Price, facts: CallFacts) {
    price.rules.forEach(({ when, rates }, rule) => {
      if (when && !applies(when, facts)) return;
      for (const name of PRICE_CLASSES) {
        const ratePico = rates[name];
        if (ratePico !== undefined) this.#rates.set(name, { ratePico, rule });
      }
    });
  }

  /** The rate of a class, or of the class that it counts as; undefined if the price is not known. */
  of(name: PriceClass): AppliedRate | undefined {
    const own = this.#rates.get(name);
    const other = COUNTS_AS[name];
    return own ?? (other && this.of(other));
  }
}

/** The lowest rate of each class under any condition of a tariff: a list shows it as "from". */
export function lowestRates(price: Price): Rates {
  const lowest: Partial<Record<PriceClass, Pico>> = {};
  for (const { rates } of price.rules) {
    for (const name of PRICE_CLASSES) {
      const rate = rates[name];
      const known = lowest[name];
      if (rate !== undefined && (known === undefined || rate < known)) lowest[name] = rate;
    }
  }
  return lowest;
}

function applies(when: PriceCondition, facts: CallFacts): boolean {
  const { promptTokensAbove, hours, weekdays, resolution, quality, input } = when;
  const hour = facts.at.getUTCHours();
  return (
    (promptTokensAbove === undefined || facts.promptTokens > promptTokensAbove) &&
    (!hours || hours.some(([from, until]) => hour >= from && hour < until)) &&
    (!weekdays || weekdays.includes(facts.at.getUTCDay())) &&
    (!resolution || (facts.resolution !== undefined && resolution.includes(facts.resolution))) &&
    (!quality || (facts.quality !== undefined && quality.includes(facts.quality))) &&
    (input === undefined || facts.input === input)
  );
}

/**
 * Writes rules in the format of a row: JSON with amounts as text, since JSON numbers are exact only up to
 * 2^53.
 */
export function writeRules(rules: readonly PriceRule[]): string {
  return JSON.stringify(rules, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
}

/**
 * Reads the output of `writeRules`.
 * @throws SyntaxError for any other text
 */
export function readRules(text: string): PriceRule[] {
  const rules = JSON.parse(text) as { when?: PriceCondition; rates: Record<string, string> }[];
  return rules.map(({ when, rates }) => ({
    ...(when && { when }),
    rates: Object.fromEntries(Object.entries(rates).map(([name, amount]) => [name, BigInt(amount)])),
  }));
}
