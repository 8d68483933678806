import { AppError, type ErrorCode } from '#app/contracts/errors.ts';
import type { ProviderPreferences } from '#app/contracts/openai/provider-preferences.ts';
import { mayUseModel } from '#app/core/api-keys/api-key.ts';
import { tokenMargin } from '#app/core/catalogue/count-tokens.ts';
import { findModel, type Model } from '#app/core/catalogue/find-model.ts';
import { listBarredOffers, listOffers } from '#app/core/catalogue/list-offers.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { chooseRoute } from './choose-route.ts';
import { knownHealth } from './health/known-health.ts';
import { isAside, orderOffers } from './order-offers.ts';
import type { CallNeeds, DroppedOffer, DropReason, Route, RoutedOffer } from './route.ts';
import { wrongPlace } from './wrong-place.ts';

interface RoutedCall {
  /** Ids of the models that may answer, in the order in which they are wanted. */
  models: readonly string[];
  /** Ids of the models that the caller's key may be used for; null is all. */
  allowedModels: readonly string[] | null;
  preferences: ProviderPreferences;
  needs: CallNeeds;
  /** Tokens of the prompt by a family of tokenizers, without margin. */
  count(tokenizer: string): Promise<number>;
  /** Of the longest of several inputs that each need room in the window for themselves. */
  countLongest?(tokenizer: string): Promise<number>;
  at: Date;
}

/**
 * The offers that may serve a call.
 * @throws AppError model_not_found, forbidden for a model that the key may not use, and when nothing is left:
 *   context_length, unsupported_modality, invalid_request, price_unknown or no_provider
 */
export async function routeCall(call: RoutedCall): Promise<Route> {
  const { preferences, needs, at } = call;
  const { models, forbidden } = await findModels(call);
  const offers = await Promise.all(models.map((model) => offersOf(model, call)));
  const health = await knownHealth(at.getTime());
  const order = (all: RoutedOffer[]) =>
    orderOffers(all, { sort: preferences.sort, health, at, random: Math.random });
  const route = chooseRoute({ models: offers, preferences, needs, at, order });
  if (route.offers.length === 0) throw nothingLeft(route.dropped, models[0]!, needs);
  const unhealthy = route.offers.map(({ id }) => id).filter((id) => isAside(health.get(id), at));
  const barred = await Promise.all(models.map((model) => barredOf(model, at)));
  return { ...route, unhealthy, dropped: [...forbidden.map(drop), ...barred.flat(), ...route.dropped] };
}

async function findModels({
  models,
  allowedModels,
}: RoutedCall): Promise<{ models: Model[]; forbidden: Model[] }> {
  const found = await Promise.all(models.map((id) => findModel(AUTOCOMMIT, id)));
  const isAllowed = ({ id }: Model) => mayUseModel({ models: allowedModels }, id);
  const allowed = found.filter(isAllowed);
  if (allowed.length > 0) return { models: allowed, forbidden: found.filter((model) => !isAllowed(model)) };
  throw new AppError('forbidden', {
    param: 'model',
    message: `This API key may not be used for ${found.map(({ id }) => id).join(', ')}.`,
  });
}

function drop({ id }: Model): DroppedOffer {
  return { model: id, provider: null, reason: 'key_models' };
}

async function barredOf({ id }: Model, at: Date): Promise<DroppedOffer[]> {
  const barred = await listBarredOffers(AUTOCOMMIT, id, at);
  return barred.map(({ provider, bar }) => ({ model: id, provider, reason: bar }));
}

async function offersOf(model: Model, { count, countLongest, at }: RoutedCall): Promise<RoutedOffer[]> {
  const offers = await listOffers(AUTOCOMMIT, model.id, at);
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

interface Refusal {
  code: ErrorCode;
  message: string;
  param?: string;
}

const REASONS: Record<DropReason, Refusal> = {
  context_too_small: {
    code: 'context_length',
    param: 'messages',
    message: 'The messages are longer than the context window of the model.',
  },
  modality: {
    code: 'unsupported_modality',
    param: 'messages',
    message: 'The model does not take this kind of input.',
  },
  capability: {
    code: 'invalid_request',
    param: 'tools',
    message: 'The model does not support tools or structured answers of this kind.',
  },
  parameter_unsupported: {
    code: 'invalid_request',
    param: 'provider.require_parameters',
    message: 'No provider of the model takes every parameter of the call.',
  },
  max_price: {
    code: 'no_provider',
    param: 'provider.max_price',
    message: 'No provider of the model is as cheap as provider.max_price asks.',
  },
  not_in_only: {
    code: 'no_provider',
    param: 'provider.only',
    message: 'None of the providers in provider.only offers the model.',
  },
  ignored: {
    code: 'no_provider',
    param: 'provider.ignore',
    message: 'Every provider of the model is in provider.ignore.',
  },
  fallbacks_off: { code: 'no_provider', message: 'No provider of the model is left.' },
};

const VECTOR_REASONS: Partial<Record<DropReason, Refusal>> = {
  context_too_small: {
    code: 'context_length',
    param: 'input',
    message: 'One of the inputs is longer than the context window of the model.',
  },
};

/** Says of the last hurdle that an offer failed at: what passes more of them is nearer to what was wanted. */
function nothingLeft(dropped: readonly DroppedOffer[], model: Model, { modalities }: CallNeeds): AppError {
  const order = Object.keys(REASONS) as DropReason[];
  const reason = order.find((one) => dropped.some((offer) => offer.reason === one));
  if (!reason) {
    return new AppError('price_unknown', {
      param: 'model',
      message: `The price of ${model.id} is not known.`,
    });
  }
  const [way] = modalities;
  if (reason === 'modality' && way && !model.supports.includes(way)) return wrongPlace(model, way);
  const { code, ...rest } = (way === 'text-to-embedding' && VECTOR_REASONS[reason]) || REASONS[reason];
  return new AppError(code, rest);
}
