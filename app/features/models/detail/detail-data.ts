import type { ListedModel } from '#app/contracts/catalogue/listing.ts';
import type { OfferFigures } from '#app/contracts/catalogue/offer-figures.ts';
import type { PriceCondition } from '#app/contracts/price.ts';
import type { Adjusted } from '../shared/AdjustedNotice.tsx';
import type { RateChip } from '../shared/rate-chips.ts';
import type { CalculatorData } from './calculator.ts';
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
