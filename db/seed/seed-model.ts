import type { Endpoint } from '#app/contracts/endpoints/table.ts';
import type { Capability, Confidence, Modality, ParameterTable } from '#app/contracts/models.ts';
import type { PriceClass, PriceCondition, PriceRule } from '#app/contracts/price.ts';

/** Dollars for a million tokens; for a picture, a megapixel, a second or a call. */
export type DollarRates = Partial<Record<PriceClass, number>>;

/** A tariff in dollars: what always applies, and what overrides it. */
export interface SeedPrice extends DollarRates {
  rules?: readonly { when: PriceCondition; rates: DollarRates }[];
  /** First day, where it is not the day of the first prices; the day after the last. */
  from?: string;
  until?: string;
}

export interface SeedOffer {
  provider: string;
  /** What the provider calls the model; the model's own name where it says nothing. */
  upstream?: string;
  /** Where it is not the provider's usual one. */
  dialect?: string;
  contextTokens?: number;
  maxOutputTokens?: number;
  /** Where this one takes less than the model can. */
  supports?: readonly Modality[];
  prices: readonly SeedPrice[];
  /** Where the price was read, and how sure that is; the model's where it says nothing. */
  source?: string;
  confidence?: Confidence;
}

export interface SeedModel {
  id: string;
  name: string;
  description?: string;
  /** Where the chat finds it; null for pictures, videos and vectors. */
  endpoint: Endpoint | null;
  contextTokens: number;
  maxOutputTokens: number;
  supports: readonly Modality[];
  capabilities: readonly Capability[];
  parameters?: ParameterTable;
  tokenizer: string;
  knowledgeCutoff?: string;
  /** `2026-09-22`; the first of the month where only that is known. */
  releasedOn: string;
  shutdownOn?: string;
  featured?: boolean;
  rankOrder: number;
  offers: readonly SeedOffer[];
  /** Where the facts were read. */
  source: string;
  /** How sure they are; offers of C and D are not called until an operator has confirmed them. */
  confidence: Confidence;
}

/** Classes that are sold by the million tokens. */
const BY_MILLION = new Set<string>([
  'input',
  'cachedInput',
  'cacheWrite',
  'cacheWriteLong',
  'imageInput',
  'cachedImageInput',
  'audioInput',
  'output',
  'imageOutput',
]);

/** The rules of a price in pico-dollars per token or unit. */
export function rulesOf({ rules = [], from: _from, until: _until, ...rates }: SeedPrice): PriceRule[] {
  return [
    { rates: toPico(rates) },
    ...rules.map(({ when, rates: own }): PriceRule => ({ when, rates: toPico(own) })),
  ].filter((rule) => Object.keys(rule.rates).length > 0);
}

function toPico(rates: DollarRates): PriceRule['rates'] {
  const entries = Object.entries(rates).map(([name, dollars]) => {
    const pico = BY_MILLION.has(name) ? dollars * 1_000_000 : dollars * 1_000_000_000_000;
    return [name, BigInt(Math.round(pico))];
  });
  return Object.fromEntries(entries) as PriceRule['rates'];
}
