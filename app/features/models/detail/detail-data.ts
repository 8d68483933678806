import type { ListedModel } from '#app/contracts/catalogue/listing.ts';
import type { OfferFigures } from '#app/contracts/catalogue/offer-figures.ts';
import type { ParameterRange } from '#app/contracts/models.ts';
import type { PriceCondition } from '#app/contracts/price.ts';
import type { Adjusted } from '#app/features/models/shared/AdjustedNotice.tsx';
import type { RateChip } from '#app/features/models/shared/rate-chips.ts';
import type { DetailView } from './detail-query.ts';
import type { ParameterKind, ParameterName, ParameterText } from './parameter-names.ts';

/** A price of an offer over a period; later rules override earlier ones. */
export interface HistoryEntry {
  id: string;
  offer: string;
  /** ISO 8601. */
  from: string;
  until: string | null;
  isNow: boolean;
  rules: { when: PriceCondition | null; rates: RateChip[] }[];
}

/** A field of a call, as the API validates it and as the model uses it. */
export interface ListedParameter {
  name: ParameterName;
  text: ParameterText;
  type: string;
  isRequired: boolean;
  range: ParameterRange;
  /** In the form in which a caller writes it; null if there is none, or if the model decides. */
  byDefault: string | null;
  /** Without a value, the model decides. */
  isModelDefault?: boolean;
  /** The fields inside of an object: name and type. */
  inside: [name: string, type: string][];
  /** The API does not pass it on to this model. */
  isIgnored: boolean;
}

/** A kind of call, and its fields. */
export interface ParameterGroup {
  kind: ParameterKind;
  /** `POST /api/v1/videos` */
  call: string;
  parameters: ListedParameter[];
}

/** The data of a model's page. */
export interface ModelData {
  kind: 'found';
  model: ListedModel;
  /** The retired id that redirected here. */
  retired: { id: string; on: string | null } | null;
  view: DetailView;
  /** Values of the address that do not exist. */
  adjusted: Adjusted[];
  rates: RateChip[];
  history: HistoryEntry[];
  /** Recent performance of its offers, by offer id; null if it cannot be read. */
  figures: Record<string, OfferFigures> | null;
  calculator: CalculatorData;
  /** The fields of each kind of call that it answers. */
  parameters: ParameterGroup[];
  /** The models from which it chooses for each call; null for a model that answers itself. */
  choosesAmong: { id: string; name: string }[] | null;
  /** The public address of the hub. */
  origin: string;
  /**
   * null for a visitor. `keyName` is the name of the caller's first key; only the answer to a form has its
   * value.
   */
  account: { keyName: string | null; isDefault: boolean } | null;
}

/** A model that does not exist, and similar names. */
export interface MissingData {
  kind: 'missing';
  id: string;
  near: string[];
}

/** The answer to the page's forms. */
export interface ModelAnswer {
  /** The value of the caller's key, for the samples. */
  keyValue?: string;
  /** In the reader's language. */
  error?: string;
}

/** The maximum of each amount. */
export const AMOUNTS = { in: 100_000_000, out: 100_000_000, images: 10_000, seconds: 100_000 } as const;

export type AmountName = keyof typeof AMOUNTS;

export const AMOUNT_NAMES = Object.keys(AMOUNTS) as AmountName[];

/** The cost of a call at each offer. */
export interface CalculatorData {
  fields: {
    name: AmountName;
    /** As typed, or the initial value. */
    typed: string;
    isWrong: boolean;
  }[];
  /** The makers' names for the resolutions that they sell; empty if all have one price. */
  resolutions: string[];
  resolution: string | null;
  /** `micro` as text; null if the offer has no price for it. Empty while an amount is invalid. */
  costs: { offerId: string; name: string; micro: string | null }[];
}
