import { z } from 'zod';
import type { ParameterRange } from '#app/contracts/models.ts';

/** A field of a request, as its schema validates it. */
export interface SchemaField {
  /** `integer`, `string | array`. */
  type: string;
  isRequired: boolean;
  range: ParameterRange;
  /** The fields inside of an object: name and type. */
  inside: [name: string, type: string][];
}

/** The parts of JSON Schema that are read. */
interface JsonSchema {
  type?: string | string[];
  const?: string;
  enum?: string[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  additionalProperties?: JsonSchema;
  required?: string[];
  minimum?: number;
  maximum?: number;
  maxItems?: number;
}

/** Derives the fields of a request from the schema that validates it, by their names. */
export function fieldsOf(schema: z.ZodType): Map<string, SchemaField> {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  const required = new Set(json.required);
  return new Map(
    Object.entries(json.properties ?? {}).map(([name, field]) => {
      const variants = variantsOf(field);
      return [
        name,
        {
          type: unique(variants.map(({ type }) => String(type ?? 'object'))).join(' | '),
          isRequired: required.has(name),
          range: rangeOf(variants),
          inside: insideOf(variants, ''),
        },
      ];
    }),
  );
}

/** The alternatives of a field, without null: that is the same as an absent field. */
function variantsOf(json: JsonSchema): JsonSchema[] {
  const nested = json.anyOf ?? json.oneOf;
  if (nested) return nested.flatMap(variantsOf);
  const types = [json.type ?? []].flat().filter((type) => type !== 'null');
  if (types.length === 0) return json.type === undefined && Object.keys(json).length > 0 ? [json] : [];
  return types.map((type) => ({ ...json, type }));
}

/** The bounds of a single number, list or choice, or of the values of an object. */
function rangeOf(variants: readonly JsonSchema[]): ParameterRange {
  const [only, ...others] = variants;
  const list = variants.find(({ maxItems }) => maxItems !== undefined);
  if (list) return { most: list.maxItems! };
  if (!only || others.length > 0) return {};
  if (only.enum) return { values: only.enum };
  if (only.const !== undefined) return { values: [only.const] };
  const { minimum, maximum } = only.properties ? only : { ...only.additionalProperties, ...only };
  return {
    ...(isBound(minimum) && { min: minimum }),
    ...(isBound(maximum) && { max: maximum }),
  };
}

/** The limits of whole numbers in JavaScript bound no value. */
function isBound(value: number | undefined): value is number {
  return value !== undefined && Math.abs(value) < Number.MAX_SAFE_INTEGER;
}

/** The fields of all variants; an object inside adds its own fields under its name. */
function insideOf(variants: readonly JsonSchema[], prefix: string): [string, string][] {
  const types = new Map<string, string[]>();
  const nested = new Map<string, JsonSchema[]>();
  for (const [name, field] of variants.flatMap(({ properties }) => Object.entries(properties ?? {}))) {
    const inner = variantsOf(field);
    if (inner.some(({ properties }) => properties)) nested.set(name, [...(nested.get(name) ?? []), ...inner]);
    else types.set(name, unique([...(types.get(name) ?? []), ...inner.map(typeText)]));
  }
  const words = prefix === '' && variants.length > 1 ? variants.filter((one) => one.enum) : [];
  return [
    ...words.map((one): [string, string] => [typeText(one), 'string']),
    ...[...types].map(([name, texts]): [string, string] => [prefix + name, texts.join(' | ')]),
    ...[...nested].flatMap(([name, inner]) => insideOf(inner, `${prefix}${name}.`)),
  ];
}

function typeText({ type, enum: values, const: constant }: JsonSchema): string {
  if (constant !== undefined) return JSON.stringify(constant);
  return values ? values.map((value) => JSON.stringify(value)).join(' | ') : String(type ?? 'object');
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}
