import { inputName, SHOWN_FIELD, type TypedOptions } from './option-inputs.ts';

/** Maximum number of fields: more than any option has, and cheap to read. */
const MAX_FIELDS = 40;

/**
 * The values of the option fields, to be shown again; null if a form has none.
 * @param wrong the field that an error names
 */
export function typedOptions(form: FormData, wrong: string | null = null): TypedOptions | null {
  if (!form.has(SHOWN_FIELD)) return null;
  const names = [...new Set(form.keys())].filter((name) => name.startsWith(inputName('')));
  const values = Object.fromEntries(
    names.slice(0, MAX_FIELDS).map((name) => [name, form.getAll(name).slice(0, MAX_FIELDS).map(String)]),
  );
  return { values, wrong };
}
