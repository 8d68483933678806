import { contextLabel } from '#app/contracts/catalogue/context-label.ts';
import type {
  ListedModel,
  ListedOffer,
  ListedRate,
  ModelBar,
  OfferBar,
} from '#app/contracts/catalogue/listing.ts';
import type { Capability, Modality } from '#app/contracts/models.ts';

/** Dollars for a million tokens. A number as it is read; the exact decimals are in GET /api/v1/models. */
interface WirePricing {
  /** For a megapixel, or a picture where its maker sells those (`defaultUnit`). */
  defaultPrice: number | null;
  defaultUnit: 'megapixel' | 'image' | null;
  /** For a million tokens. */
  inputCost: number | null;
  outputCost: number | null;
  /** Pictures that go in: for a million of their tokens, or a megapixel (`inputImageUnit`). */
  inputImageCost: number | null;
  inputImageUnit: 'MTok' | 'megapixel' | null;
  /** For a second of video that goes in, and that comes out. */
  inputVideoCost: number | null;
  outputVideoCost: number | null;
}

interface WireProvider {
  _id: string;
  /** As `provider` of a call names it. */
  slug: string;
  name: string;
  supports: readonly Modality[];
  pricing: WirePricing;
  /** null: it can be called; else why not. */
  unavailable: OfferBar | null;
}

/** A model of the catalogue for programs. */
export interface WireModel {
  _id: string;
  name: string;
  /** What calls of the API name. */
  parlanceId: string;
  description: string | null;
  /** `128K`; null where tokens do not bound a call. */
  context: string | null;
  contextTokens: number | null;
  maxOutputTokens: number | null;
  /** ISO 8601: the day of its release; null where it is not known. */
  createdAt: string | null;
  featured: boolean;
  maker: string;
  supports: readonly Modality[];
  capabilities: readonly Capability[];
  /** null: it can be called; else why not. */
  unavailable: ModelBar | null;
  /** `2027-01-14`: from this day on it does not answer any more. */
  retiresOn: string | null;
  successor: string | null;
  providers: WireProvider[];
}

const known = new WeakMap<ListedModel, WireModel>();

/** A model as the calls answer it: made once for each state of the catalogue. */
export function toWireModel(model: ListedModel): WireModel {
  const before = known.get(model);
  if (before) return before;
  const { id, name, description, releasedOn, featured, maker, supports, capabilities, retires } = model;
  const wire: WireModel = {
    _id: id,
    name,
    parlanceId: id,
    description,
    context: contextLabel(model.contextTokens),
    contextTokens: model.contextTokens || null,
    maxOutputTokens: model.maxOutputTokens || null,
    createdAt: releasedOn === null ? null : `${releasedOn}T00:00:00.000Z`,
    featured,
    maker,
    supports,
    capabilities,
    unavailable: model.bar,
    retiresOn: retires?.on ?? null,
    successor: retires?.successor ?? null,
    providers: model.offers.map(toWireProvider),
  };
  known.set(model, wire);
  return wire;
}

/** What a landing page needs of it. */
export function toLandingModel(model: ListedModel) {
  const {
    description: _,
    capabilities: _1,
    contextTokens: _2,
    maxOutputTokens: _3,
    ...rest
  } = toWireModel(model);
  return rest;
}

function toWireProvider({ id, provider, name, supports, rates, bar }: ListedOffer): WireProvider {
  const byPixels = rates.firstMegapixel ?? rates.megapixel;
  const defaultUnit = byPixels ? 'megapixel' : rates.image ? 'image' : null;
  const inputImageUnit = rates.inputMegapixel ? 'megapixel' : rates.imageInput ? 'MTok' : null;
  return {
    _id: id,
    slug: provider,
    name,
    supports,
    pricing: {
      defaultPrice: dollars(byPixels ?? rates.image),
      defaultUnit,
      inputCost: perMillion(rates.input),
      outputCost: perMillion(rates.output ?? rates.imageOutput),
      inputImageCost: dollars(rates.inputMegapixel) ?? perMillion(rates.imageInput),
      inputImageUnit,
      inputVideoCost: dollars(rates.inputSecond),
      outputVideoCost: dollars(rates.second),
    },
    unavailable: bar,
  };
}

function perMillion(rate: ListedRate | undefined): number | null {
  return rate ? Number(rate.pico) / 1e6 : null;
}

function dollars(rate: ListedRate | undefined): number | null {
  return rate ? Number(rate.pico) / 1e12 : null;
}
