import { z } from 'zod';
import type { SendParameters } from '../send.ts';
import type { EndpointFacts, OptionField } from './facts.ts';

const schemas = new WeakMap<EndpointFacts, z.ZodObject>();

/** What bodies and forms may say of an endpoint's options, each under all of its names; null is nothing said. */
export function optionsSchema(facts: EndpointFacts): z.ZodObject {
  const known = schemas.get(facts);
  if (known) return known;
  const schema = z.object(
    Object.fromEntries(
      facts.options.flatMap((field) => namesOf(field).map((name) => [name, valueOf(field).nullish()])),
    ),
  );
  schemas.set(facts, schema);
  return schema;
}

/** The options under our names; only what was said. */
export function readOptions(facts: EndpointFacts, given: Readonly<Record<string, unknown>>): SendParameters {
  const said = facts.options.flatMap((field) => {
    const value = namesOf(field)
      .map((name) => given[name])
      .find((one) => one !== undefined && one !== null && one !== '');
    return value === undefined ? [] : [[field.option, value] as const];
  });
  return Object.fromEntries(said);
}

/** The options as bodies and answers name them, with the usual values of those that nobody said. */
export function nameOptions(facts: EndpointFacts, parameters: SendParameters): Record<string, unknown> {
  return Object.fromEntries(
    facts.options.map((field) => {
      const usual = field.kind === 'number' ? field.usual : null;
      return [field.name, parameters[field.option] ?? usual];
    }),
  );
}

/** What of the options of another endpoint holds for this one: those that it has, within its bounds. */
export function fitOptions(facts: EndpointFacts, parameters: SendParameters): SendParameters {
  return Object.fromEntries(
    facts.options.flatMap((field) => {
      const value = parameters[field.option];
      if (value === undefined) return [];
      const fitted =
        field.kind === 'number' ? Math.min(field.max, Math.max(field.min, Number(value))) : value;
      return [[field.option, fitted] as const];
    }),
  );
}

/** What an endpoint's models are always told, whether somebody says it or not. */
export function usualOptions({ options }: EndpointFacts): SendParameters {
  return Object.fromEntries(
    options.flatMap((field) =>
      field.kind === 'number' && field.isAlwaysSaid ? [[field.option, field.usual] as const] : [],
    ),
  );
}

/** Longest answer in tokens where nobody says otherwise; null where the model decides. */
export function usualOutputTokens({ options }: EndpointFacts): number | null {
  const field = options.find(({ option }) => option === 'maxOutputTokens');
  return field?.kind === 'number' ? field.usual : null;
}

function namesOf(field: OptionField): string[] {
  return field.kind === 'number' ? [field.name, ...(field.aliases ?? [])] : [field.name];
}

function valueOf(field: OptionField): z.ZodType {
  if (field.kind === 'text') {
    const text = field.isLine ? z.string().trim() : z.string();
    return text.max(field.max);
  }
  const number = field.step === 1 ? z.int() : z.number();
  return number.min(field.min).max(field.max);
}
