import { inputName, SHOWN_FIELD, type TypedOptions } from './option-inputs.ts';

/** More than any option has, and fewer than would take time. */
const MOST_FIELDS = 40;

/**
 * What stands in the fields of the options, to be shown again; null where a form shows none.
 * @param wrong the field that an error names
 */
export function typedOptions(form: FormData, wrong: string | null = null): TypedOptions | null {
  if (!form.has(SHOWN_FIELD)) return null;
  const names = [...new Set(form.keys())].filter((name) => name.startsWith(inputName('')));
  const values = Object.fromEntries(
    names.slice(0, MOST_FIELDS).map((name) => [name, form.getAll(name).slice(0, MOST_FIELDS).map(String)]),
  );
  return { values, wrong };
}
