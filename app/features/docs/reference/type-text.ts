import { nameOfRef, type Schema } from './openapi.ts';

/** What a whole number of JavaScript may be at most: no bound that anybody has to know. */
const isBound = (value: number | undefined) =>
  value !== undefined && Number.isSafeInteger(Math.trunc(value)) && Math.abs(value) < Number.MAX_SAFE_INTEGER;

/**
 * What a schema takes, in words with Markdown's marks: `integer (1 to 128)`.
 * @param linkOf where a named schema is described
 */
export function typeText(schema: Schema, linkOf: (name: string) => string): string {
  const { $ref, const: only, enum: values, anyOf, oneOf, allOf, items } = schema;
  const inner = (one: Schema) => typeText(one, linkOf);
  if ($ref !== undefined) return `[${nameOfRef($ref)}](${linkOf(nameOfRef($ref))})`;
  if (only !== undefined) return quoted(only);
  if (values) return values.map(quoted).join(', ');
  if (anyOf ?? oneOf ?? allOf) return [...new Set(variantsOf(schema).map(inner))].join(' or ');
  if (items) return `list of ${inner(items)}${countText(schema)}`;
  if (schema.type === 'array') return `list${countText(schema)}`;
  if (schema.type === 'object') return objectText(schema, inner);
  if (schema.type === undefined) return 'anything';
  return `${[schema.type].flat().join(' or ')}${boundsText(schema)}`;
}

/** Variants of variants stand beside each other, null behind all. */
function variantsOf({ anyOf, oneOf, allOf, ...schema }: Schema): Schema[] {
  const variants = anyOf ?? oneOf ?? allOf;
  if (!variants) return [schema];
  const all = variants.flatMap(variantsOf);
  const isNull = ({ type }: Schema) => type === 'null';
  return [...all.filter((one) => !isNull(one)), ...all.filter(isNull)];
}

function quoted(value: unknown): string {
  return `\`${JSON.stringify(value)}\``;
}

function objectText({ properties, additionalProperties }: Schema, inner: (one: Schema) => string): string {
  if (properties !== undefined || typeof additionalProperties !== 'object') return 'object';
  const values = inner(additionalProperties);
  return values === 'anything' ? 'object' : `object of ${values}`;
}

function boundsText({ minimum, maximum, maxLength }: Schema): string {
  if (maxLength !== undefined) return ` (at most ${numberText(maxLength)} characters)`;
  const [least, most] = [minimum, maximum].map((bound) => (isBound(bound) ? bound : undefined));
  if (least !== undefined && most !== undefined) return ` (${numberText(least)} to ${numberText(most)})`;
  if (least !== undefined) return ` (at least ${numberText(least)})`;
  return most === undefined ? '' : ` (at most ${numberText(most)})`;
}

function countText({ maxItems }: Schema): string {
  return maxItems === undefined ? '' : ` (at most ${numberText(maxItems)})`;
}

function numberText(value: number): string {
  return value.toLocaleString('en-US').replace('-', '−');
}
