import type { EndpointFacts } from '#app/contracts/endpoints/facts.ts';
import { fieldsOf, optionsSchema, readOptions } from '#app/contracts/endpoints/options.ts';
import type { SendParameters } from '#app/contracts/send.ts';
import { validate } from '#app/http/body/validate.ts';
import { SHOWN_FIELD } from '#app/ui/options/option-inputs.ts';
import { readFieldsOf } from '#app/ui/options/read-fields.ts';

/**
 * The options that a form shows; null where it shows none.
 * @throws AppError invalid_request naming the option that is wrong
 */
export function readOptionFields(form: FormData, facts: EndpointFacts, model: string): SendParameters | null {
  if (!form.has(SHOWN_FIELD)) return null;
  const given = readFieldsOf(form, fieldsOf(facts, model));
  return readOptions(facts, model, validate(optionsSchema(facts, model), given));
}
