import type { ProviderPreferences } from '#app/contracts/openai/provider-preferences.ts';
import { AppliedRates } from '#app/contracts/price.ts';
import type { ModelParameter } from '#app/contracts/models.ts';
import type { CallNeeds, DroppedOffer, DropReason, Route, RoutedOffer } from './route.ts';

/** Dollars per million tokens are pico-dollars per token, times this. */
const PICO_PER_DOLLAR_PER_MILLION = 1_000_000;

interface RouteRequest {
  /** The offers of each model, in the order in which the caller wants the models. */
  models: readonly (readonly RoutedOffer[])[];
  preferences: ProviderPreferences;
  needs: CallNeeds;
  at: Date;
  /** How a model's offers are ordered where the caller has no wish: the best first. */
  order(offers: RoutedOffer[]): RoutedOffer[];
}

/** What an offer fails at. */
type Objection = Pick<DroppedOffer, 'detail'> & { reason: DropReason };

/**
 * Which offers serve a call, and in which order. Models keep the caller's order; the offers of one model are
 * ordered by the caller's wishes, then by price and health. Nothing is asked that cannot do what the call needs.
 */
export function chooseRoute({
  models,
  preferences,
  needs,
  at,
  order,
}: RouteRequest): Omit<Route, 'unhealthy'> {
  const dropped: DroppedOffer[] = [];
  const offers: RoutedOffer[] = [];
  for (const candidates of models) {
    const fit = candidates.flatMap((offer): RoutedOffer[] => {
      const leftOut = refusedParameters(offer, needs.parameters);
      const objection = objectionTo({ ...offer, leftOut }, preferences, needs, at);
      if (!objection) return [{ ...offer, leftOut }];
      dropped.push(drop(offer, objection));
      return [];
    });
    offers.push(...byWish(order(fit), preferences));
  }
  if (preferences.allow_fallbacks !== false) return { offers, dropped };
  const [first, ...rest] = offers;
  return {
    offers: first ? [first] : [],
    dropped: [...dropped, ...rest.map((one) => drop(one, { reason: 'fallbacks_off' }))],
  };
}

function drop({ model, provider }: RoutedOffer, objection: Objection): DroppedOffer {
  return { model: model.id, provider, ...objection };
}

function objectionTo(
  offer: RoutedOffer,
  preferences: ProviderPreferences,
  needs: CallNeeds,
  at: Date,
): Objection | null {
  const { only, ignore, max_price: maxPrice, require_parameters: strict } = preferences;
  if (only && !only.includes(offer.provider)) return { reason: 'not_in_only' };
  if (ignore?.includes(offer.provider)) return { reason: 'ignored' };
  const modalities = needs.modalities.filter((one) => !offer.supports.includes(one));
  if (modalities.length > 0) return { reason: 'modality', detail: modalities.join(', ') };
  const capabilities = needs.capabilities.filter((one) => !offer.model.capabilities.includes(one));
  if (capabilities.length > 0) return { reason: 'capability', detail: capabilities.join(', ') };
  if ((offer.longestTokens ?? offer.promptTokens) >= offer.contextTokens)
    return { reason: 'context_too_small' };
  if (strict && offer.leftOut.length > 0)
    return { reason: 'parameter_unsupported', detail: offer.leftOut.join(', ') };
  if (maxPrice && isDearer(offer, maxPrice, at)) return { reason: 'max_price' };
  return null;
}

function refusedParameters(offer: RoutedOffer, parameters: readonly string[]): string[] {
  return parameters.filter((name) => offer.parameters[name as ModelParameter] === false);
}

function isDearer(
  { price, promptTokens }: RoutedOffer,
  { prompt, completion }: NonNullable<ProviderPreferences['max_price']>,
  at: Date,
): boolean {
  const rates = new AppliedRates(price, { promptTokens, at });
  const above = (limit: number | undefined, pico: bigint | undefined) =>
    limit !== undefined && pico !== undefined && Number(pico) > limit * PICO_PER_DOLLAR_PER_MILLION;
  return above(prompt, rates.of('input')?.ratePico) || above(completion, rates.of('output')?.ratePico);
}

/** Providers that the caller named first stand first, in the order of their names. */
function byWish(offers: RoutedOffer[], { order }: ProviderPreferences): RoutedOffer[] {
  if (!order || order.length === 0) return offers;
  const place = ({ provider }: RoutedOffer) => {
    const index = order.indexOf(provider);
    return index < 0 ? order.length : index;
  };
  return offers.toSorted((a, b) => place(a) - place(b));
}
