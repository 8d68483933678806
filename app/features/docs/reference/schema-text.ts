import { nameOfRef, type Schema } from './openapi.ts';

/** Whether a limit is worth showing: the largest safe integer of JavaScript is not. */
const isBound = (value: number | undefined) =>
  value !== undefined && Number.isSafeInteger(Math.trunc(value)) && Math.abs(value) < Number.MAX_SAFE_INTEGER;

/** A field of a schema; a nested one has the outer name before it: `provider.order`, `tools[].type`. */
interface FieldRow {
  name: string;
  schema: Schema;
  isRequired: boolean;
  description: string;
}

/** Deeper fields are described only by their type. */
const MAX_DEPTH = 3;

/**
 * The type that a schema accepts, as Markdown text: `integer (1 to 128)`.
 * @param linkOf returns the link to a named schema
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

/** Flattens nested variants, with null last. */
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
  const [min, max] = [minimum, maximum].map((bound) => (isBound(bound) ? bound : undefined));
  if (min !== undefined && max !== undefined) return ` (${numberText(min)} to ${numberText(max)})`;
  if (min !== undefined) return ` (at least ${numberText(min)})`;
  return max === undefined ? '' : ` (at most ${numberText(max)})`;
}

function countText({ maxItems }: Schema): string {
  return maxItems === undefined ? '' : ` (at most ${numberText(maxItems)})`;
}

function numberText(value: number): string {
  return value.toLocaleString('en-US').replace('-', '−');
}

/** The fields of an object, each followed by its nested fields. For variants, the fields of all of them. */
export function fieldRows(schema: Schema, prefix = '', depth = 1): FieldRow[] {
  const { properties = {}, required = [] } = joined(schema);
  return Object.entries(properties).flatMap(([field, own]) => {
    const name = prefix + field;
    const row = {
      name,
      schema: own,
      isRequired: required.includes(field),
      description: own.description ?? '',
    };
    const { object, suffix } = objectIn(own);
    return [row, ...(object && depth < MAX_DEPTH ? fieldRows(object, `${name}${suffix}.`, depth + 1) : [])];
  });
}

/** The object in a field: itself, its variants, or the items of its list. */
function objectIn(schema: Schema): { object: Schema | null; suffix: string } {
  const variants = schema.anyOf ?? schema.oneOf ?? [schema];
  const list = variants.find(({ items }) => items !== undefined);
  const objects = list?.items ? [list.items] : variants;
  const own = objects.filter((one) => hasFields(one));
  return { object: own.length === 0 ? null : { anyOf: own }, suffix: list ? '[]' : '' };
}

function hasFields({ properties, anyOf, oneOf }: Schema): boolean {
  return properties !== undefined || (anyOf ?? oneOf ?? []).some(hasFields);
}

/** One object with the fields of all variants; a field is required if every variant requires it. */
function joined(schema: Schema): Pick<Schema, 'properties' | 'required'> {
  const variants = (schema.anyOf ?? schema.oneOf)?.map(joined).filter(({ properties }) => properties);
  if (!variants) return schema;
  const properties: Record<string, Schema[]> = {};
  for (const variant of variants)
    for (const [name, own] of Object.entries(variant.properties ?? {})) (properties[name] ??= []).push(own);
  return {
    properties: Object.fromEntries(Object.entries(properties).map(([name, all]) => [name, oneOf(all)])),
    required: Object.keys(properties).filter((name) =>
      variants.every(({ required = [] }) => required.includes(name)),
    ),
  };
}

function oneOf(schemas: readonly Schema[]): Schema {
  const [first] = schemas;
  if (first && schemas.length === 1) return first;
  const description = schemas.find((one) => one.description)?.description;
  return { anyOf: [...schemas], ...(description !== undefined && { description }) };
}

/** A Markdown table; escapes bars in cells. */
export function tableText(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', String.raw`\|`).replaceAll('\n', ' ')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
