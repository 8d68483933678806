import type { ProviderPreferences } from '#app/contracts/openai/provider-preferences.ts';
import { AppliedRates } from '#app/contracts/price.ts';
import { acceptsVideoSize } from '#app/core/providers/dialect-options.ts';
import { shortlist } from './offer-order.ts';
import { leftOutOf } from './refused-parameters.ts';
import type { CallNeeds, DroppedOffer, Route, RoutedOffer } from './route.ts';

/** Dollars per million tokens are pico-dollars per token, times this. */
const PICO_PER_DOLLAR_PER_MILLION = 1_000_000;

/** The offers of a model, or of all models that `parlance/auto` may choose. */
interface OfferGroup {
  isAuto: boolean;
  offers: readonly RoutedOffer[];
}

interface RouteRequest {
  /** In the caller's order. */
  groups: readonly OfferGroup[];
  preferences: ProviderPreferences;
  needs: CallNeeds;
  at: Date;
  /** Orders the offers of a group, the best first; providers that the caller named come before that. */
  order(offers: RoutedOffer[], isAuto: boolean): RoutedOffer[];
  /** Returns true for an offer that is failing at the moment. */
  isUnhealthy(offer: RoutedOffer): boolean;
  /** Returns true for an offer whose provider is on the public internet, and not in our own network. */
  isPublic(offer: RoutedOffer): boolean;
  /** The base URL of an offer's provider; null when none is set. */
  addressOf(offer: RoutedOffer): string | null;
}

/** The requirement that an offer fails. */
type Objection = Pick<DroppedOffer, 'detail' | 'reason'>;

/**
 * Chooses the offers that may answer a call, and their order. Models keep the caller's order; the offers of
 * one model are ordered by the caller's preferences, then by price and health. An offer that cannot do what
 * the call needs is dropped.
 */
export function chooseRoute(request: RouteRequest): Route {
  const { groups, preferences, needs, at, order, isUnhealthy, isPublic, addressOf } = request;
  const dropped: DroppedOffer[] = [];
  const offers: RoutedOffer[] = [];
  for (const group of groups) {
    const fit = group.offers.flatMap((offered): RoutedOffer[] => {
      const offer = { ...offered, leftOut: leftOutOf(offered, needs, addressOf(offered)) };
      const objection =
        objectionTo(offer, preferences, needs, at) ??
        (group.isAuto ? autoObjection(offer, needs) : null) ??
        (needs.imageAddress !== undefined && !isPublic(offer) ? { reason: 'picture_address' } : null) ??
        (acceptsVideoSize(offer.provider, needs.largestVideo?.bytes ?? 0) ? null : { reason: 'video_size' });
      if (!objection) return [offer];
      dropped.push(drop(offer, objection));
      return [];
    });
    const ordered = byPreference(order(fit, group.isAuto), preferences);
    const tried = group.isAuto ? shortlist(ordered) : ordered;
    // An offer of an earlier group is tried there.
    offers.push(...tried.filter(({ id }) => offers.every((earlier) => earlier.id !== id)));
    for (const offer of ordered) {
      if (!tried.includes(offer))
        dropped.push(drop(offer, { reason: isUnhealthy(offer) ? 'unhealthy' : 'outranked' }));
    }
  }
  const chosen = preferences.allow_fallbacks === false ? offers.slice(0, 1) : offers;
  const cut = offers.slice(chosen.length).map((offer) => drop(offer, { reason: 'fallbacks_off' }));
  const unhealthy = chosen.filter(isUnhealthy).map(({ id }) => id);
  return { offers: chosen, unhealthy, dropped: [...cut, ...dropped] };
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
  const { order, only, ignore, max_price: maxPrice, require_parameters: strict } = preferences;
  const isFallback = order !== undefined && order.length > 0 && !order.includes(offer.provider);
  if (preferences.allow_fallbacks === false && isFallback) return { reason: 'fallbacks_off' };
  if (only && !only.includes(offer.provider)) return { reason: 'not_in_only' };
  if (ignore?.includes(offer.provider)) return { reason: 'ignored' };
  const modalities = needs.modalities.filter((one) => !offer.supports.includes(one));
  if (modalities.length > 0) return { reason: 'modality', detail: modalities.join(', ') };
  const capabilities = needs.capabilities.filter((one) => !offer.model.capabilities.includes(one));
  if (capabilities.length > 0) return { reason: 'capability', detail: capabilities.join(', ') };
  // 0 when tokens do not bound a call.
  if (offer.contextTokens > 0 && (offer.longestTokens ?? offer.promptTokens) >= offer.contextTokens)
    return { reason: 'context_too_small' };
  if (strict && offer.leftOut.length > 0)
    return { reason: 'parameter_unsupported', detail: offer.leftOut.join(', ') };
  if (maxPrice && isTooExpensive(offer, maxPrice, at)) return { reason: 'max_price' };
  return null;
}

/** Requirements that apply only when the caller did not name the model. */
function autoObjection(
  { promptTokens, contextTokens, maxOutputTokens, model, price }: RoutedOffer,
  { preferred }: CallNeeds,
): Objection | null {
  if (!price.rules.some(({ rates }) => rates.output !== undefined)) return { reason: 'no_price' };
  if (!preferred) return null;
  const lacking = preferred.capabilities.filter((one) => !model.capabilities.includes(one));
  if (lacking.length > 0) return { reason: 'capability', detail: lacking.join(', ') };
  if (promptTokens + preferred.outputTokens > contextTokens) return { reason: 'context_too_small' };
  return maxOutputTokens < preferred.outputTokens ? { reason: 'output_too_short' } : null;
}

function isTooExpensive(
  { price, promptTokens }: RoutedOffer,
  { prompt, completion }: NonNullable<ProviderPreferences['max_price']>,
  at: Date,
): boolean {
  const rates = new AppliedRates(price, { promptTokens, at });
  const above = (limit: number | undefined, pico: bigint | undefined) =>
    limit !== undefined && pico !== undefined && Number(pico) > limit * PICO_PER_DOLLAR_PER_MILLION;
  return above(prompt, rates.of('input')?.ratePico) || above(completion, rates.of('output')?.ratePico);
}

/** Providers that the caller named come first, in the order of their names. */
function byPreference(offers: RoutedOffer[], { order }: ProviderPreferences): RoutedOffer[] {
  if (!order || order.length === 0) return offers;
  const place = ({ provider }: RoutedOffer) => {
    const index = order.indexOf(provider);
    return index < 0 ? order.length : index;
  };
  return offers.toSorted((a, b) => place(a) - place(b));
}
