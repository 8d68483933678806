import type { Dialect } from '#app/contracts/catalogue/dialects.ts';
import type { ModelParameter, ParameterTable } from '#app/contracts/models.ts';
import { dialectOf } from '#app/contracts/providers.ts';
import { omittedOptions, supportsOption } from '#app/core/providers/dialect-options.ts';
import type { CallNeeds, RoutedOffer } from './route.ts';

interface OfferParameters {
  provider: string;
  dialect: Dialect | null;
  parameters: ParameterTable;
}

/** The parameters of a call that the model refuses, or that the dialect of its provider cannot express. */
export function refusedParameters(offer: OfferParameters, parameters: readonly string[]): string[] {
  if (parameters.length === 0) return [];
  const dialect = dialectFor(offer);
  return parameters.filter(
    (name) => offer.parameters[name as ModelParameter] === false || !supportsOption(dialect, name),
  );
}

/**
 * All options of a call that an offer leaves out, including those that are ruled out only by their values.
 * @param address the base URL of its provider; null when none is set
 */
export function leftOutOf(
  offer: RoutedOffer,
  { parameters, request }: CallNeeds,
  address: string | null,
): string[] {
  const refused = refusedParameters(offer, parameters);
  if (!request || parameters.length === 0) return refused;
  const { options, messages, cap } = request;
  const accepted = Object.entries(options).filter(([name]) => !refused.includes(name));
  const byValue = omittedOptions(dialectFor(offer), {
    model: offer.upstreamModel,
    options: Object.fromEntries(accepted),
    messages,
    maxOutputTokens: Math.min(cap ?? Number.POSITIVE_INFINITY, offer.maxOutputTokens),
    address,
  });
  return [...refused, ...byValue];
}

function dialectFor({ dialect, provider }: Pick<OfferParameters, 'dialect' | 'provider'>): Dialect | null {
  return dialect ?? dialectOf(provider);
}
