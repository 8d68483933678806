import { createHash } from 'node:crypto';
import type {
  ListedModel,
  ListedOffer,
  ListedRates,
  ModelBar,
  OfferBar,
} from '#app/contracts/catalogue/listing.ts';
import { makerName } from '#app/contracts/catalogue/makers.ts';
import { SANDBOX_PROVIDERS } from '#app/contracts/catalogue/sandbox-providers.ts';
import { isServed } from '#app/contracts/catalogue/dialects.ts';
import { AppError } from '#app/contracts/errors.ts';
import { isUnverified } from '#app/contracts/models.ts';
import { AppliedRates, lowestRates, PRICE_CLASSES, type Price } from '#app/contracts/price.ts';
import { dialectOf, providerName } from '#app/contracts/providers.ts';
import { isOnOffer, priceAt, successorOf, type CatalogueEntry, type Offer, type Snapshot } from './entry.ts';
import { orderedPrice } from './listing-selection.ts';
import { nearIds } from './model-names.ts';
import { followAliases, retirementOf } from './models.ts';
import { barOf } from './callable-offers.ts';
import { readSnapshot } from './snapshot.ts';
import { config } from '#app/core/platform/config.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

/** All models that the catalogue shows, in the operator's order. */
export interface Listing {
  /** Changes when any content of the listing changes, and only then; the same in every process. */
  version: string;
  models: readonly ListedModel[];
  byId: ReadonlyMap<string, ListedModel>;
}

const made = new WeakMap<Snapshot, Listing>();

let last: Listing | undefined;

/**
 * The bars of an offer, the closest to callable first: bars that an operator can fix come before those that
 * only a new version can.
 */
const NEAREST: readonly ModelBar[] = ['no_price', 'no_key', 'unconfirmed', 'switched_off', 'not_run'];

/** A model of the catalogue, and the retired id that led to it. */
export interface FoundListed {
  model: ListedModel;
  retired: { id: string; on: string | null } | null;
}

/**
 * The listing of the catalogue as it is now. It is built on demand, once per copy of the catalogue; while
 * nothing changes it is the same object, so that values derived from it can be cached by it.
 */
export async function readListing(): Promise<Listing> {
  const snapshot = await readSnapshot(AUTOCOMMIT);
  const known = made.get(snapshot);
  if (known) return known;
  const at = new Date();
  const models = [...snapshot.models.values()].flatMap((entry) => listModel(snapshot, entry, at) ?? []);
  const version = createHash('sha256').update(JSON.stringify(models)).digest('base64url').slice(0, 22);
  const listing =
    last?.version === version
      ? last
      : { version, models, byId: new Map(models.map((model) => [model.id, model])) };
  made.set(snapshot, listing);
  last = listing;
  return listing;
}

/**
 * A model as the catalogue shows it at a moment.
 * @returns null for one that is not shown: the operator switched it off, its id already leads to a successor,
 * or it is a sandbox model while the sandbox is off
 */
function listModel(snapshot: Snapshot, entry: CatalogueEntry, at: Date): ListedModel | null {
  const { id, maker, endpoint, supports } = entry;
  if (!entry.enabled || successorOf(snapshot, id, at) !== null) return null;
  const all = (snapshot.offers.get(id) ?? []).filter(({ provider }) => isShown(provider));
  if (all.length === 0 && (snapshot.offers.get(id) ?? []).length > 0) return null;
  const offers = inOrder(
    snapshot,
    id,
    all.map((offer) => listOffer(snapshot, offer, at)),
  );
  const bar = barOfModel(snapshot, entry, offers, at);
  const { name, description, capabilities, contextTokens, maxOutputTokens } = entry;
  const { knowledgeCutoff, releasedOn, featured } = entry;
  return {
    id,
    name,
    maker,
    makerName: makerName(maker),
    description,
    supports,
    capabilities,
    contextTokens,
    maxOutputTokens,
    knowledgeCutoff,
    releasedOn,
    featured,
    offers,
    bar,
    canChat: bar === null && endpoint !== null && offers.some(hasTextPrice),
    retires: retirementOf(snapshot, entry),
  };
}

function isShown(provider: string): boolean {
  return config().SANDBOX || !SANDBOX_PROVIDERS.some(({ id }) => id === provider);
}

/** Callable offers come first, in the order in which calls try them; then the others, the cheapest first. */
function inOrder(snapshot: Snapshot, id: string, offers: readonly ListedOffer[]): ListedOffer[] {
  const callOrder = (snapshot.callable.get(id) ?? []).map((offer) => offer.id);
  const rank = (offer: ListedOffer) => (offer.bar === null ? callOrder.indexOf(offer.id) : callOrder.length);
  const price = ({ rates }: ListedOffer) => Number(orderedPrice(rates) ?? Number.POSITIVE_INFINITY);
  return offers.toSorted((a, b) => rank(a) - rank(b) || price(a) - price(b) || 0);
}

function listOffer(snapshot: Snapshot, offer: Offer, at: Date): ListedOffer {
  const price = priceAt(snapshot.prices.get(offer.id), at);
  const { id, provider, supports, contextTokens, maxOutputTokens, parameters, confidence } = offer;
  return {
    id,
    provider,
    name: providerName(provider),
    supports,
    contextTokens,
    maxOutputTokens,
    parameters,
    rates: price ? listRates(price, at) : {},
    bar: barOfOffer(offer, price !== undefined),
    confidence,
  };
}

function barOfOffer(offer: Offer, isPriced: boolean): OfferBar | null {
  const dialect = offer.dialect ?? dialectOf(offer.provider);
  if (!offer.enabled) return 'switched_off';
  if (dialect === null || !isServed(dialect, offer.supports)) return 'not_run';
  if (isUnverified(offer.confidence) && offer.confirmedAt === null) return 'unconfirmed';
  return barOf(offer) ?? (isPriced ? null : 'no_price');
}

function barOfModel(
  snapshot: Snapshot,
  entry: CatalogueEntry,
  offers: readonly ListedOffer[],
  at: Date,
): ModelBar | null {
  if (entry.shutdownOn !== null && entry.shutdownOn <= at.toISOString().slice(0, 10)) return 'retired';
  if (isOnOffer(snapshot, entry, at) && offers.some(({ bar }) => bar === null)) return null;
  return NEAREST.find((one) => offers.some(({ bar }) => bar === one)) ?? 'no_key';
}

function hasTextPrice({ bar, rates }: ListedOffer): boolean {
  return bar === null && rates.input !== undefined && rates.output !== undefined;
}

/**
 * The rates of a price as a list shows them: those of an ordinary short call, or the lowest if every rate has
 * a condition (a video's resolution). Only classes that the price names are included.
 */
export function listRates(price: Price, at: Date): ListedRates {
  const applied = new AppliedRates(price, { promptTokens: 0, at });
  const lowest = lowestRates(price);
  const listed: ListedRates = {};
  for (const name of PRICE_CLASSES) {
    const lowestRate = lowest[name];
    if (lowestRate === undefined) continue;
    const ordinaryRate = price.rules.some(({ when, rates }) => !when && rates[name] !== undefined)
      ? applied.of(name)?.ratePico
      : undefined;
    const pico = ordinaryRate ?? lowestRate;
    const varies = price.rules.some(({ rates }) => rates[name] !== undefined && rates[name] !== pico);
    listed[name] = { pico: pico.toString(), varies };
  }
  return listed;
}

/**
 * A model that the catalogue shows, callable or not; a retired id leads to its successor.
 * @throws AppError model_not_found with similar ids in `near`
 */
export async function findListed(id: string): Promise<FoundListed> {
  const [snapshot, { models, byId }] = await Promise.all([readSnapshot(AUTOCOMMIT), readListing()]);
  const own = byId.get(id);
  if (own) return { model: own, retired: null };
  const successor = byId.get(followAliases(snapshot, id));
  if (successor)
    return { model: successor, retired: { id, on: snapshot.aliases.get(id)?.retiredOn ?? null } };
  const near = nearIds(models, id).join(', ');
  throw new AppError('model_not_found', {
    param: 'model',
    message: `There is no model ${id.slice(0, 160)}.${near && ` Did you mean: ${near}?`}`,
    ...(near && { params: { near } }),
  });
}
