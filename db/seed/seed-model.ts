import type { Endpoint } from '#app/contracts/endpoints/table.ts';
import type { Capability, Confidence, Modality, ParameterTable } from '#app/contracts/models.ts';
import type { PriceClass, PriceCondition, PriceRule } from '#app/contracts/price.ts';

/** Dollars per million tokens; or per image, megapixel, second or call. */
export type DollarRates = Partial<Record<PriceClass, number>>;

/** A tariff in dollars: the base rates, and rules that override them. */
export interface SeedPrice extends DollarRates {
  rules?: readonly { when: PriceCondition; rates: DollarRates }[];
  /** First day, if it is not the day of the first prices; the day after the last. */
  from?: string;
  until?: string;
}

export interface SeedOffer {
  provider: string;
  /** The provider's name of the model; absent: the model's own name. */
  upstream?: string;
  /** If it differs from the provider's default. */
  dialect?: string;
  contextTokens?: number;
  maxOutputTokens?: number;
  /** If the offer supports less than the model. */
  supports?: readonly Modality[];
  prices: readonly SeedPrice[];
  /** The source of the price, and its confidence; absent: the model's. */
  source?: string;
  confidence?: Confidence;
}

export interface SeedModel {
  id: string;
  name: string;
  description?: string;
  /** The endpoint in the chat; null for image, video and embedding models. */
  endpoint: Endpoint | null;
  contextTokens: number;
  maxOutputTokens: number;
  supports: readonly Modality[];
  capabilities: readonly Capability[];
  parameters?: ParameterTable;
  tokenizer: string;
  knowledgeCutoff?: string;
  /** `2026-09-22`; the first of the month if only the month is known. */
  releasedOn: string;
  shutdownOn?: string;
  featured?: boolean;
  rankOrder: number;
  offers: readonly SeedOffer[];
  /** The source of the facts. */
  source: string;
  /** Confidence of the facts; offers with C and D are not called until an operator has confirmed them. */
  confidence: Confidence;
}

/** Classes with prices per million tokens. */
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
