import { z } from 'zod';
import type { SendParameters } from '../send.ts';
import { WORDS_MAX_BYTES, type EndpointFacts, type NumberOption, type OptionField } from './facts.ts';

/** What has options: an endpoint, or all of them together. */
type Optioned = Pick<EndpointFacts, 'options'>;

/** The options that a model of an endpoint has. */
export function fieldsOf({ options }: Optioned, model: string): OptionField[] {
  return options.filter(({ holdsFor }) => holdsFor === undefined || holdsFor.test(model));
}

/** What bodies and forms may say of a model's options, each under all of its names; null is nothing said. */
export function optionsSchema(facts: Optioned, model: string): z.ZodObject {
  return z.object(
    Object.fromEntries(
      fieldsOf(facts, model).flatMap((field) =>
        namesOf(field).map((name) => [name, schemaOf(field).nullish()]),
      ),
    ),
  );
}

/** The options under our names; only what was said. */
export function readOptions(
  facts: Optioned,
  model: string,
  given: Readonly<Record<string, unknown>>,
): SendParameters {
  const said = fieldsOf(facts, model).flatMap((field) => {
    const value = namesOf(field)
      .map((name) => given[name])
      .find((one) => one !== undefined && one !== null && one !== '');
    return value === undefined ? [] : [[field.option, value] as const];
  });
  return Object.fromEntries(said);
}

/**
 * The options as bodies and answers name them, with the default values of those that are not set.
 * @param leftOut options that the model is not told: null
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
      leftOut.includes(field.option) ? null : (parameters[field.option] ?? usualOf(field)),
    ]),
  );
}

/** The options that are set, as bodies and answers name them, whichever model of the endpoint has them. */
export function nameSaid(facts: Optioned, parameters: SendParameters): Record<string, unknown> {
  const said = facts.options.filter(({ option }) => parameters[option] !== undefined);
  return Object.fromEntries(said.map(({ name, option }) => [name, parameters[option]]));
}

/** What of the options of another model or endpoint holds for this one: those that it has, within its bounds. */
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

/** What a model is always told, whether somebody says it or not. */
export function usualOptions(facts: EndpointFacts, model: string): SendParameters {
  const said = fieldsOf(facts, model).filter(
    (field): field is NumberOption => field.kind === 'number' && field.isAlwaysSaid === true,
  );
  return Object.fromEntries(said.map(({ option, usual }) => [option, usual]));
}

/** Who is said to answer. */
export function senderOf(
  { sender, personaSender = sender }: EndpointFacts,
  { modelLabel, jailbreak }: SendParameters,
): string {
  return modelLabel ?? (jailbreak ? personaSender : sender);
}

/** Longest answer in tokens where nobody says otherwise; null where the model decides. */
export function usualOutputTokens(facts: EndpointFacts, model: string): number | null {
  const field = fieldsOf(facts, model).find(({ option }) => option === 'maxOutputTokens');
  return field?.kind === 'number' ? field.usual : null;
}

function usualOf(field: OptionField): number | string | boolean | null {
  return 'usual' in field ? (field.usual ?? null) : null;
}

const TOO_LONG = `is too long: ${WORDS_MAX_BYTES} bytes at most`;

function hasRoom(words: unknown): boolean {
  return new TextEncoder().encode(JSON.stringify(words)).length <= WORDS_MAX_BYTES;
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
    // A pair that is empty on both sides is what a form has before anything was typed.
    return z
      .array(z.object({ input: side, output: side }))
      .max(field.most)
      .refine(hasRoom, TOO_LONG)
      .transform((pairs) =>
        pairs.filter(({ input, output }) => input.content !== '' || output.content !== ''),
      )
      .transform((pairs) => (pairs.length === 0 ? null : pairs));
  }
  const number = field.step === 1 ? z.int() : z.number();
  return number.min(field.min).max(field.max);
}
