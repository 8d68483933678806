import { contextLabel } from '#app/contracts/catalogue/context-label.ts';
import type {
  ListedModel,
  ListedOffer,
  ListedRate,
  ModelBar,
  OfferBar,
} from '#app/contracts/catalogue/listing.ts';
import type { Capability, Modality } from '#app/contracts/models.ts';

/** Dollars per million tokens. Rounded numbers for display; the exact decimals are in GET /api/v1/models. */
interface WirePricing {
  /** Per megapixel, or per image if its maker sells images (`defaultUnit`). */
  defaultPrice: number | null;
  defaultUnit: 'megapixel' | 'image' | null;
  /** Per million tokens. */
  inputCost: number | null;
  outputCost: number | null;
  /** Input images: per million of their tokens, or per megapixel (`inputImageUnit`). */
  inputImageCost: number | null;
  inputImageUnit: 'MTok' | 'megapixel' | null;
  /** Per second of input video, and of output video. */
  inputVideoCost: number | null;
  outputVideoCost: number | null;
}

interface WireProvider {
  _id: string;
  /** The name for the `provider` field of a call. */
  slug: string;
  name: string;
  supports: readonly Modality[];
  pricing: WirePricing;
  /** null: it can be called; else the reason why not. */
  unavailable: OfferBar | null;
}

/** A model of the catalogue for programs. */
export interface WireModel {
  _id: string;
  name: string;
  /** The model id for calls of the API. */
  parlanceId: string;
  description: string | null;
  /** `128K`; null if calls are not limited by tokens. */
  context: string | null;
  contextTokens: number | null;
  maxOutputTokens: number | null;
  /** ISO 8601: the day of its release; null if unknown. */
  createdAt: string | null;
  featured: boolean;
  maker: string;
  supports: readonly Modality[];
  capabilities: readonly Capability[];
  /** null: it can be called; else the reason why not. */
  unavailable: ModelBar | null;
  /** `2027-01-14`: the first day on which it no longer answers. */
  retiresOn: string | null;
  successor: string | null;
  providers: WireProvider[];
}

const known = new WeakMap<ListedModel, WireModel>();

/** A model in the form of the API; built once for each state of the catalogue. */
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

/** The fields of a model that a landing page needs. */
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
