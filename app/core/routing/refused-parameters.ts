import type { Dialect } from '#app/contracts/catalogue/dialects.ts';
import type { ModelParameter, ParameterTable } from '#app/contracts/models.ts';
import { dialectOf } from '#app/contracts/providers.ts';
import { leftOutBy, passes } from '#app/core/providers/dialect-options.ts';
import type { CallNeeds, RoutedOffer } from './route.ts';

interface Asked {
  provider: string;
  dialect: Dialect | null;
  parameters: ParameterTable;
}

/** The parameters of a call that the model refuses, or that the dialect of its provider cannot express. */
export function refusedParameters(offer: Asked, parameters: readonly string[]): string[] {
  if (parameters.length === 0) return [];
  const dialect = dialectFor(offer);
  return parameters.filter(
    (name) => offer.parameters[name as ModelParameter] === false || !passes(dialect, name),
  );
}

/**
 * All options of a call that an offer leaves out, including those that are ruled out only by their values.
 * @param address the base URL of its provider; null when none is set
 */
export function leftOutOf(
  offer: RoutedOffer,
  { parameters, asked }: CallNeeds,
  address: string | null,
): string[] {
  const refused = refusedParameters(offer, parameters);
  if (!asked || parameters.length === 0) return refused;
  const { options, messages, cap } = asked;
  const taken = Object.entries(options).filter(([name]) => !refused.includes(name));
  const byValue = leftOutBy(dialectFor(offer), {
    model: offer.upstreamModel,
    options: Object.fromEntries(taken),
    messages,
    maxOutputTokens: Math.min(cap ?? Number.POSITIVE_INFINITY, offer.maxOutputTokens),
    address,
  });
  return [...refused, ...byValue];
}

function dialectFor({ dialect, provider }: Pick<Asked, 'dialect' | 'provider'>): Dialect | null {
  return dialect ?? dialectOf(provider);
}
