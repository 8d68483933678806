import type { EndpointFacts, OptionField } from './facts.ts';
import { ENDPOINT_FACTS } from './table.ts';

/**
 * Every option of every endpoint, with the widest limits: for data that names no endpoint, or one that is not
 * served.
 */
export const ANY_ENDPOINT: Pick<EndpointFacts, 'options'> = {
  options: [...widest(Object.values(ENDPOINT_FACTS).flatMap(({ options }) => options)).values()],
};

function widest(fields: readonly OptionField[]): Map<string, OptionField> {
  const found = new Map<string, OptionField>();
  for (const field of fields) {
    const known = found.get(field.option);
    found.set(field.option, known ? joined(known, field) : { ...field, holdsFor: undefined });
  }
  return found;
}

/** Merges two fields under the names of both; the default of a number is dropped if the two differ. */
function joined(known: OptionField, other: OptionField): OptionField {
  const names = new Set([...(known.aliases ?? []), other.name, ...(other.aliases ?? [])]);
  names.delete(known.name);
  const both = { ...known, aliases: [...names] };
  if (both.kind !== 'number' || other.kind !== 'number') return both;
  const [min, max] = [Math.min(both.min, other.min), Math.max(both.max, other.max)];
  return {
    ...both,
    min,
    max,
    defaultValue: both.defaultValue === other.defaultValue ? both.defaultValue : null,
  };
}
