import type { Endpoint } from '#app/contracts/endpoints/table.ts';
import { AppError } from '#app/contracts/errors.ts';
import type { ProviderPreferences } from '#app/contracts/openai/provider-preferences.ts';
import type { Model } from '#app/core/catalogue/models.ts';
import {
  answeringOffers,
  listBarredOffers,
  listOffers,
  listOwnOffers,
  type PricedOffer,
} from '#app/core/catalogue/offers.ts';
import { tokenMargin } from '#app/core/catalogue/tokens/count-tokens.ts';
import { tokenizerFamily } from '#app/core/catalogue/tokens/tokenizers.ts';
import { config } from '#app/core/platform/config.ts';
import { findKey } from '#app/core/provider-keys/provider-keys.ts';
import { addressOf, isPublicProvider } from '#app/core/providers/credentials.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { chooseRoute } from './route-choice.ts';
import { findGroups, type ModelGroup } from './model-groups.ts';
import { knownHealth } from './health/known-health.ts';
import { isAside, orderForAuto, orderOffers } from './offer-order.ts';
import { noOfferLeft } from './refusal.ts';
import type { CallNeeds, DroppedOffer, Route, RoutedOffer } from './route.ts';

interface RoutedCall {
  /** Ids of the models that may answer, in the caller's order. */
  models: readonly string[];
  /** Ids of the models that the caller's key may be used for; null is all. */
  allowedModels: readonly string[] | null;
  /** The field in which the caller names an id; absent: `model`. */
  fieldOf?(id: string): string;
  preferences: ProviderPreferences;
  needs: CallNeeds;
  /** The endpoint whose key the user has stored: only its offers are tried. Absent: the operator's keys. */
  ownKey?: Endpoint;
  /**
   * Tokens of the prompt by a family of tokenizers, without margin.
   * @param atMost tokens of the widest window: above that, any larger number may be returned
   */
  count(tokenizer: string, atMost: number): Promise<number>;
  /** Tokens of the longest of several inputs that each need room in the window for themselves. */
  countLongest?(tokenizer: string): Promise<number>;
  at: Date;
}

/**
 * The offers that may answer a call.
 * @throws AppError model_not_found, forbidden for a model that the key may not use, and when nothing is left:
 * context_length, unsupported_modality, invalid_request, price_unknown or no_provider
 */
export async function routeCall(call: RoutedCall): Promise<Route> {
  const { needs, at } = call;
  const { route, groups, offers, forbidden } = await findRoute(call);
  const named = groups.flatMap(({ isAuto, models }) => (isAuto ? [] : models));
  if (route.offers.length === 0) throw noOfferLeft({ dropped: route.dropped, named, needs, offers });
  // A missing key of the operator does not matter for a call on the user's own key.
  const barred = await Promise.all(call.ownKey ? [] : named.map((model) => barredOf(model, at)));
  return { ...route, dropped: [...barred.flat(), ...route.dropped, ...forbidden.map(drop)] };
}

/**
 * The decision of `routeCall` for display: also when nothing is left, with the reason for each offer.
 * @throws AppError model_not_found, and no_provider when no model at all is available
 */
export async function explainRoute(call: RoutedCall): Promise<Route> {
  return (await findRoute(call)).route;
}

async function findRoute(call: RoutedCall) {
  const { preferences, needs, at, ownKey } = call;
  const { sort } = preferences;
  const { groups, forbidden } = await findGroups(call);
  const served = new Map<Model, PricedOffer[]>();
  for (const model of groups.flatMap(({ models }) => models))
    served.set(
      model,
      ownKey
        ? await listOwnOffers(AUTOCOMMIT, { model: model.id, endpoint: ownKey }, at)
        : await listOffers(AUTOCOMMIT, model.id, at),
    );
  const widest = Math.max(0, ...[...served.values()].flat().map(({ contextTokens }) => contextTokens));
  const countOnce = onceEach((tokenizer) => call.count(tokenizer, widest));
  const offersOfGroup = async ({ isAuto, models }: ModelGroup) => {
    const offers = await Promise.all(
      models.map((model) => weighOffers(model, served.get(model) ?? [], { ...call, count: countOnce })),
    );
    return { isAuto, offers: offers.flat() };
  };
  const offered = await Promise.all(groups.map(offersOfGroup));
  // The measured health is that of the operator's keys.
  const health = ownKey ? new Map() : await knownHealth(at.getTime());
  const route = chooseRoute({
    groups: offered,
    preferences,
    needs,
    at,
    order: (offers, isAuto) =>
      isAuto
        ? orderForAuto(offers, { sort, health, at })
        : orderOffers(offers, { sort, health, at, random: Math.random }),
    isUnhealthy: ({ id }) => isAside(health.get(id), at),
    isPublic: ({ provider }) => isPublicProvider(provider, config()),
    addressOf: ({ provider }) => addressOf(provider, config()),
  });
  return { route, groups, forbidden, offers: offered.flatMap((group) => group.offers) };
}

type CountPrompt = (tokenizer: string) => Promise<number>;

/** Most families of tokenizers are counted by the same tokenizer: a long prompt is counted once. */
function onceEach(count: CountPrompt): CountPrompt {
  const counted = new Map<string, Promise<number>>();
  return (tokenizer) => {
    const { counter } = tokenizerFamily(tokenizer);
    let tokens = counted.get(counter);
    if (!tokens) {
      tokens = count(tokenizer);
      counted.set(counter, tokens);
    }
    return tokens;
  };
}

function drop({ id }: Model): DroppedOffer {
  return { model: id, provider: null, reason: 'key_models' };
}

async function barredOf({ id }: Model, at: Date): Promise<DroppedOffer[]> {
  const barred = await listBarredOffers(AUTOCOMMIT, id, at);
  return barred.map(({ provider, bar }) => ({ model: id, provider, reason: bar }));
}

async function weighOffers(
  model: Model,
  offers: readonly PricedOffer[],
  { count, countLongest }: Pick<RoutedCall, 'countLongest'> & { count: CountPrompt },
): Promise<RoutedOffer[]> {
  if (offers.length === 0) return [];
  const promptTokens = Math.ceil((await count(model.tokenizer)) * tokenMargin(model.tokenizer));
  const longestTokens = await countLongest?.(model.tokenizer);
  return offers.map((offer) => ({
    ...offer,
    model,
    promptTokens,
    ...(longestTokens !== undefined && { longestTokens }),
    leftOut: [],
  }));
}

/**
 * Chooses whose key a message is answered on.
 * @returns the endpoint whose key the user has stored; undefined for the operator's
 * @throws AppError no_user_key when only the user's own key would do, and there is none
 */
export async function chooseKey(
  { userId, model, endpoint }: { userId: string; model: string; endpoint: Endpoint },
  at: Date,
): Promise<Endpoint | undefined> {
  const known = await findKey({ userId, name: endpoint });
  const { key } = await answeringOffers({ model, endpoint, ownKeys: new Set(known && [known.name]) }, at);
  if (key === 'missing')
    throw new AppError('no_user_key', {
      param: 'endpoint',
      params: { endpoint },
      message: `${endpoint} requires your own key: PUT /api/keys.`,
    });
  return key === 'own' ? endpoint : undefined;
}
