import type { ListedModel } from '#app/contracts/catalogue/listing.ts';
import type { OfferFigures } from '#app/contracts/catalogue/offer-figures.ts';
import type { PriceCondition } from '#app/contracts/price.ts';
import type { Adjusted } from '#app/features/models/shared/AdjustedNotice.tsx';
import type { RateChip } from '#app/features/models/shared/rate-chips.ts';
import type { DetailView } from './detail-query.ts';

/** A price of an offer over some time; its rules override each other from first to last. */
export interface HistoryEntry {
  id: string;
  offer: string;
  /** ISO 8601. */
  from: string;
  until: string | null;
  isNow: boolean;
  rules: { when: PriceCondition | null; rates: RateChip[] }[];
}

/** What the page of a model shows. */
export interface ModelData {
  kind: 'found';
  model: ListedModel;
  /** The retired id that led here. */
  retired: { id: string; on: string | null } | null;
  view: DetailView;
  /** What the address asked for and is not there. */
  adjusted: Adjusted[];
  rates: RateChip[];
  history: HistoryEntry[];
  /** How its offers have answered lately, by their ids; null where that cannot be read. */
  figures: Record<string, OfferFigures> | null;
  calculator: CalculatorData;
  /** Names of what the API passes on to it. */
  parameters: string[];
  /** The models among which it chooses for each call; null for a model that answers itself. */
  choosesAmong: { id: string; name: string }[] | null;
  /** Where people reach the hub. */
  origin: string;
  /** null for a visitor. The key is the caller's first, by its name: its value is in the answer to a form alone. */
  account: { keyName: string | null; isDefault: boolean } | null;
}

/** A model that nobody knows, and those that may have been meant. */
export interface MissingData {
  kind: 'missing';
  id: string;
  near: string[];
}

/** What the page is told by its forms. */
export interface ModelAnswer {
  /** The value of the caller's key, to stand in the samples. */
  keyValue?: string;
  /** In the reader's words. */
  error?: string;
}

/** What can be typed, and the most of it. */
export const AMOUNTS = { in: 100_000_000, out: 100_000_000, images: 10_000, seconds: 100_000 } as const;

export type AmountName = keyof typeof AMOUNTS;

export const AMOUNT_NAMES = Object.keys(AMOUNTS) as AmountName[];

/** What a call of so much would cost at each offer. */
export interface CalculatorData {
  fields: {
    name: AmountName;
    /** As it was typed, or what stands there first. */
    typed: string;
    isWrong: boolean;
  }[];
  /** What makers call the resolutions that they sell; none where there is one price. */
  resolutions: string[];
  resolution: string | null;
  /** `micro` as text; null where the offer has no price for that. None while something typed is wrong. */
  costs: { offerId: string; name: string; micro: string | null }[];
}
