import type { EndpointFacts, OptionField } from './facts.ts';
import { ENDPOINT_FACTS } from './table.ts';

/** Every option that some endpoint has, within the widest bounds: for what names no endpoint, or one that is not served. */
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

/** One field under the names of both; numbers that are usual for one only are usual for none. */
function joined(known: OptionField, other: OptionField): OptionField {
  const names = new Set([...(known.aliases ?? []), other.name, ...(other.aliases ?? [])]);
  names.delete(known.name);
  const both = { ...known, aliases: [...names] };
  if (both.kind !== 'number' || other.kind !== 'number') return both;
  const [min, max] = [Math.min(both.min, other.min), Math.max(both.max, other.max)];
  return { ...both, min, max, usual: both.usual === other.usual ? both.usual : null };
}
