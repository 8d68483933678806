import type { EndpointFacts } from '#app/contracts/endpoints/facts.ts';
import { fieldsOf, optionsSchema, readOptions } from '#app/contracts/endpoints/options.ts';
import type { SendParameters } from '#app/contracts/send.ts';
import { validate } from '#app/http/body/validate.ts';
import { inputName, SHOWN_FIELD, type TypedOptions } from './option-inputs.ts';
import { readFieldsOf } from './read-fields.ts';

/** More than any option has, and fewer than would take time. */
const MOST_FIELDS = 40;

/**
 * The options that a form shows; null where it shows none.
 * @throws AppError invalid_request naming the option that is wrong
 */
export function readOptionFields(form: FormData, facts: EndpointFacts, model: string): SendParameters | null {
  if (!form.has(SHOWN_FIELD)) return null;
  const given = readFieldsOf(form, fieldsOf(facts, model));
  return readOptions(facts, model, validate(optionsSchema(facts, model), given));
}

/** What stands in the fields of the options, to be shown again; null where a form shows none. */
export function typedOptions(form: FormData): TypedOptions | null {
  if (!form.has(SHOWN_FIELD)) return null;
  const names = [...new Set(form.keys())].filter((name) => name.startsWith(inputName('')));
  return Object.fromEntries(
    names.slice(0, MOST_FIELDS).map((name) => [name, form.getAll(name).slice(0, MOST_FIELDS).map(String)]),
  );
}
