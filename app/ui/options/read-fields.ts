import type { OptionField } from '#app/contracts/endpoints/facts.ts';
import { EXAMPLE_INPUT, EXAMPLE_OUTPUT, FLAG_SET, FLAG_UNSET, inputName } from './option-inputs.ts';

/** Reads the option fields of a form, under the specification's names; empty ones are omitted. */
export function readFieldsOf(form: FormData, fields: readonly OptionField[]): Record<string, unknown> {
  const entries = fields.flatMap((field) => {
    const value = valueOf(form, field);
    return value === null ? [] : [[field.name, value] as const];
  });
  return Object.fromEntries(entries);
}

function valueOf(form: FormData, field: OptionField): unknown {
  if (field.kind === 'examples') {
    const outputs = form.getAll(EXAMPLE_OUTPUT);
    // One more than the maximum, so that too many pairs are refused and not ignored.
    const inputs = form.getAll(EXAMPLE_INPUT).slice(0, field.maxPairs + 1);
    const pairs = inputs
      .map((input, place) => ({
        input: { content: textOf(input) },
        output: { content: textOf(outputs[place] ?? '') },
      }))
      .filter(({ input, output }) => input.content !== '' || output.content !== '');
    return pairs.length === 0 ? null : pairs;
  }
  const typed = textOf(form.get(inputName(field.option)) ?? '');
  if (typed.trim() === '') return null;
  if (field.kind === 'flag' && (typed === FLAG_SET || typed === FLAG_UNSET)) return typed === FLAG_SET;
  // Many users write a comma as the decimal separator; the schema refuses text that is not a number.
  return field.kind === 'number' ? Number(typed.replace(',', '.')) : typed;
}

function textOf(value: FormDataEntryValue): string {
  return typeof value === 'string' ? value.replaceAll('\r\n', '\n') : '';
}
