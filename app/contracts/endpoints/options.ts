import { z } from 'zod';
import type { SendParameters } from '../send.ts';
import { TEXT_MAX_BYTES, type EndpointFacts, type NumberOption, type OptionField } from './facts.ts';

/** A holder of options: one endpoint, or all of them together. */
type Optioned = Pick<EndpointFacts, 'options'>;

/** The options that a model of an endpoint has. */
export function fieldsOf({ options }: Optioned, model: string): OptionField[] {
  return options.filter(({ holdsFor }) => holdsFor === undefined || holdsFor.test(model));
}

/** The built schemas of each endpoint, by the positions of the options that a model has. */
const schemas = new WeakMap<Optioned['options'], Map<string, z.ZodObject>>();

/**
 * The schema of a model's options in bodies and forms, each under all of its names; null counts as not set.
 * Models with the same options share one: zod builds and compiles a schema more slowly than it reads a body.
 */
export function optionsSchema(facts: Optioned, model: string): z.ZodObject {
  const fields = fieldsOf(facts, model);
  const ofEndpoint = schemas.get(facts.options) ?? new Map<string, z.ZodObject>();
  schemas.set(facts.options, ofEndpoint);
  const positions = fields.map((field) => facts.options.indexOf(field)).join();
  const schema = ofEndpoint.get(positions) ?? buildSchema(fields);
  ofEndpoint.set(positions, schema);
  return schema;
}

function buildSchema(fields: readonly OptionField[]): z.ZodObject {
  return z.object(
    Object.fromEntries(
      fields.flatMap((field) => namesOf(field).map((name) => [name, schemaOf(field).nullish()])),
    ),
  );
}

/** The options under our names; only those that are set. */
export function readOptions(
  facts: Optioned,
  model: string,
  given: Readonly<Record<string, unknown>>,
): SendParameters {
  const entries = fieldsOf(facts, model).flatMap((field) => {
    const value = namesOf(field)
      .map((name) => given[name])
      .find((one) => one !== undefined && one !== null && one !== '');
    return value === undefined ? [] : [[field.option, value] as const];
  });
  return Object.fromEntries(entries);
}

/**
 * The options under the names of bodies and answers, with the default values of those that are not set.
 * @param leftOut options that are not sent to the model: null
 */
export function nameOptions(
  facts: EndpointFacts,
  model: string,
  parameters: SendParameters,
  leftOut: readonly string[] = [],
): Record<string, unknown> {
  return Object.fromEntries(
    fieldsOf(facts, model).map((field) => [
      field.name,
      leftOut.includes(field.option) ? null : (parameters[field.option] ?? defaultOf(field)),
    ]),
  );
}

/**
 * The options that are set, under the names of bodies and answers, whether or not the current model has them.
 */
export function nameSetOptions(facts: Optioned, parameters: SendParameters): Record<string, unknown> {
  const setOptions = facts.options.filter(({ option }) => parameters[option] !== undefined);
  return Object.fromEntries(setOptions.map(({ name, option }) => [name, parameters[option]]));
}

/**
 * Adapts the options of another model or endpoint to this one: keeps those that it has, within its limits.
 */
export function fitOptions(facts: EndpointFacts, model: string, parameters: SendParameters): SendParameters {
  return Object.fromEntries(
    fieldsOf(facts, model).flatMap((field) => {
      const value = parameters[field.option];
      if (value === undefined) return [];
      const fitted =
        field.kind === 'number' ? Math.min(field.max, Math.max(field.min, Number(value))) : value;
      return [[field.option, fitted] as const];
    }),
  );
}

/** The defaults that are always sent to a model, unless another value is set. */
export function defaultOptions(facts: EndpointFacts, model: string): SendParameters {
  const alwaysSent = fieldsOf(facts, model).filter(
    (field): field is NumberOption => field.kind === 'number' && field.isAlwaysSent === true,
  );
  return Object.fromEntries(alwaysSent.map(({ option, defaultValue }) => [option, defaultValue]));
}

/** The sender label of a reply. */
export function senderOf(
  { sender, personaSender = sender }: EndpointFacts,
  { modelLabel, jailbreak }: SendParameters,
): string {
  return modelLabel ?? (jailbreak ? personaSender : sender);
}

/** The default maximum length of an answer in tokens; null if the model decides. */
export function defaultOutputTokens(facts: EndpointFacts, model: string): number | null {
  const field = fieldsOf(facts, model).find(({ option }) => option === 'maxOutputTokens');
  return field?.kind === 'number' ? field.defaultValue : null;
}

function defaultOf(field: OptionField): number | string | boolean | null {
  return 'defaultValue' in field ? (field.defaultValue ?? null) : null;
}

const TOO_LONG = `is too long: ${TEXT_MAX_BYTES} bytes at most`;

function hasRoom(value: unknown): boolean {
  return new TextEncoder().encode(JSON.stringify(value)).length <= TEXT_MAX_BYTES;
}

function namesOf({ name, aliases = [] }: OptionField): string[] {
  return [name, ...aliases];
}

function schemaOf(field: OptionField): z.ZodType {
  if (field.kind === 'text') {
    const text = field.isLine ? z.string().trim() : z.string();
    return text.max(field.max).refine(hasRoom, TOO_LONG);
  }
  if (field.kind === 'flag') return z.boolean();
  if (field.kind === 'choice') return z.enum(field.values as [string, ...string[]]);
  if (field.kind === 'examples') {
    const side = z.object({ content: z.string().max(field.max) });
    // An empty form sends a pair that is empty on both sides.
    return z
      .array(z.object({ input: side, output: side }))
      .max(field.maxPairs)
      .refine(hasRoom, TOO_LONG)
      .transform((pairs) =>
        pairs.filter(({ input, output }) => input.content !== '' || output.content !== ''),
      )
      .transform((pairs) => (pairs.length === 0 ? null : pairs));
  }
  const number = field.step === 1 ? z.int() : z.number();
  return number.min(field.min).max(field.max);
}
