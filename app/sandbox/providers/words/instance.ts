import { sampleFor } from './sample.ts';

/** A schema with a requirement that the sandbox cannot fulfil. */
export class SchemaError extends Error {}

type Schema = Record<string, unknown>;

interface Place {
  /** The schema in which `$ref` is resolved. */
  root: Schema;
  /** The words of its texts. */
  words: string;
  /** The depth: optional properties are omitted at depth, so that recursion ends. */
  depth: number;
}

const DEEPEST_OPTIONAL = 3;
const DEEPEST = 24;

/**
 * A value that a JSON schema accepts: every property, one item in a list, the smallest values within its
 * bounds.
 * @param words for the texts
 * @throws SchemaError
 */
export function instanceOf(schema: unknown, words: string): unknown {
  const root = isSchema(schema) ? schema : {};
  return valueOf(root, { root, words, depth: 0 });
}

function valueOf(given: unknown, place: Place): unknown {
  if (place.depth > DEEPEST) throw new SchemaError('the schema requires itself without end');
  const schema = flatten(given, place);
  if ('const' in schema) return schema['const'];
  if (Array.isArray(schema['enum'])) return schema['enum'][0];
  switch (typeOf(schema)) {
    case 'object':
      return objectOf(schema, place);
    case 'array':
      return arrayOf(schema, place);
    case 'number':
    case 'integer':
      return numberOf(schema);
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return textOf(schema, place.words);
  }
}

/** The schema with its references resolved, and with the first of its alternatives. */
function flatten(given: unknown, place: Place): Schema {
  let schema = isSchema(given) ? given : {};
  for (let steps = 0; typeof schema['$ref'] === 'string'; steps += 1) {
    const { $ref: reference, ...rest } = schema;
    if (steps > DEEPEST) throw new SchemaError(`${reference} leads to itself`);
    schema = { ...lookUp(reference, place.root), ...rest };
  }
  const { allOf, anyOf, oneOf, ...own } = schema;
  const parts = [...listOf(allOf), ...listOf(anyOf).slice(0, 1), ...listOf(oneOf).slice(0, 1)];
  return parts.reduce<Schema>((whole, part) => merge(whole, flatten(part, place)), own);
}

function merge(one: Schema, other: Schema): Schema {
  const properties = { ...schemaIn(one, 'properties'), ...schemaIn(other, 'properties') };
  const required = [...listOf(one['required']), ...listOf(other['required'])];
  return {
    ...one,
    ...other,
    ...(Object.keys(properties).length > 0 ? { properties } : {}),
    ...(required.length > 0 ? { required } : {}),
  };
}

/** `#`, `#/$defs/node`. */
function lookUp(reference: string, root: Schema): Schema {
  const path = reference.replace(/^#\/?/, '').split('/').filter(Boolean);
  let found: unknown = root;
  for (const step of path) {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
    found = isSchema(found) ? found[key] : undefined;
  }
  if (!reference.startsWith('#') || !isSchema(found)) throw new SchemaError(`${reference} is not there`);
  return found;
}

function typeOf(schema: Schema): string {
  const { type } = schema;
  const named: unknown = Array.isArray(type) ? (type.find((one) => one !== 'null') ?? 'null') : type;
  if (typeof named === 'string') return named;
  if ('properties' in schema) return 'object';
  return 'items' in schema || 'prefixItems' in schema ? 'array' : 'string';
}

function objectOf(schema: Schema, place: Place): Record<string, unknown> {
  const required = listOf(schema['required']);
  const wanted = Object.entries(schemaIn(schema, 'properties')).filter(
    ([name]) => required.includes(name) || place.depth < DEEPEST_OPTIONAL,
  );
  const inside = { ...place, depth: place.depth + 1 };
  return Object.fromEntries(wanted.map(([name, one]) => [name, valueOf(one, inside)]));
}

function arrayOf(schema: Schema, place: Place): unknown[] {
  const first = listOf(schema['prefixItems']);
  const least = numberIn(schema, 'minItems') ?? 0;
  const wanted = place.depth < DEEPEST_OPTIONAL ? Math.max(1, least) : least;
  const size = Math.min(Math.max(wanted, first.length), numberIn(schema, 'maxItems') ?? Infinity);
  return Array.from({ length: size }, (_, index) => {
    const words = index === 0 ? place.words : `${place.words} ${index + 1}`;
    return valueOf(first[index] ?? schema['items'], { ...place, words, depth: place.depth + 1 });
  });
}

/** The number nearest to 1 that the bounds allow. */
function numberOf(schema: Schema): number {
  const step = numberIn(schema, 'multipleOf') ?? (schema['type'] === 'integer' ? 1 : undefined);
  const nudge = step ?? 0.5;
  const above = numberIn(schema, 'exclusiveMinimum');
  const below = numberIn(schema, 'exclusiveMaximum');
  const least = Math.max(numberIn(schema, 'minimum') ?? -Infinity, (above ?? -Infinity) + nudge);
  const most = Math.min(numberIn(schema, 'maximum') ?? Infinity, (below ?? Infinity) - nudge);
  const near = Math.min(Math.max(1, least), most);
  if (step === undefined) return near;
  const up = Math.ceil(near / step) * step;
  return up <= most ? up : Math.floor(near / step) * step;
}

function textOf(schema: Schema, words: string): string {
  const least = numberIn(schema, 'minLength') ?? 0;
  const most = numberIn(schema, 'maxLength') ?? Infinity;
  const { format, pattern } = schema;
  const wish = { format, pattern: typeof pattern === 'string' ? pattern : null, least, most };
  const text = sampleFor(wish, words);
  if (text === null) throw new SchemaError(`the sandbox cannot write what matches ${String(pattern)}`);
  return text;
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function schemaIn(schema: Schema, key: string): Schema {
  return isSchema(schema[key]) ? schema[key] : {};
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function numberIn(schema: Schema, key: string): number | undefined {
  return typeof schema[key] === 'number' ? schema[key] : undefined;
}
