import type { Schema } from './openapi.ts';

/** A field of a schema; one in another has the other's name before it: `provider.order`, `tools[].type`. */
export interface FieldRow {
  name: string;
  schema: Schema;
  isRequired: boolean;
  description: string;
}

/** Deeper fields are said by their type alone. */
const MOST_DEPTH = 3;

/** The fields of an object, each followed by those in it. Of variants all that any of them has. */
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
    return [row, ...(object && depth < MOST_DEPTH ? fieldRows(object, `${name}${suffix}.`, depth + 1) : [])];
  });
}

/** The object that a field holds: itself, one of its variants, or the items of its list. */
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

/** One object with the fields of all variants; required is what each of them requires. */
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
