import type { ModelParameter, ParameterTable } from '#app/contracts/models.ts';
import type { Dialect } from '#app/contracts/catalogue/dialects.ts';
import { dialectOf } from '#app/contracts/providers.ts';
import { passes } from '#app/core/providers/dialect-options.ts';

interface Asked {
  provider: string;
  dialect: Dialect | null;
  parameters: ParameterTable;
}

/** Of the parameters of a call: what the model refuses, and what the dialect of its provider has no words for. */
export function refusedParameters(offer: Asked, parameters: readonly string[]): string[] {
  if (parameters.length === 0) return [];
  const dialect = offer.dialect ?? dialectOf(offer.provider);
  return parameters.filter(
    (name) => offer.parameters[name as ModelParameter] === false || !passes(dialect, name),
  );
}
