import { parseWithZod } from '@conform-to/zod/v4';
import { z } from 'zod';
import { AppError } from '#app/contracts/errors.ts';

/** Maximum number of entries of one name, above that of any form of ours. */
const MAX_LIST_ENTRIES = 1_000;

/**
 * Validates a form against its schema with Conform. Only the schema's fields are read, and only their texts:
 * Conform reads `a[9999999]` as a list with that many entries, and joins entries of one name one by one.
 */
export function parseForm<Schema extends z.ZodObject>(form: FormData, schema: Schema) {
  const own = new FormData();
  for (const name of Object.keys(schema.shape)) {
    const texts = form.getAll(name).filter((value) => typeof value === 'string');
    const max = isList(schema.shape[name]) ? MAX_LIST_ENTRIES : 1;
    for (const text of texts.slice(0, max)) own.append(name, text);
  }
  return parseWithZod(own, { schema });
}

/**
 * Reads the fields of a form that is only a button, or whose page does not show errors by field.
 * @throws AppError invalid_request naming the first wrong field
 */
export function readFields<Schema extends z.ZodObject>(form: FormData, schema: Schema): z.output<Schema> {
  const submission = parseForm(form, schema);
  if (submission.status === 'success') return submission.value;
  const [[param, messages] = [undefined, null]] = Object.entries(submission.error ?? {});
  throw new AppError('invalid_request', { param, message: messages?.[0] });
}

/** A text without changes, '' if its box is empty: Conform treats an empty field as an absent one. */
export const TEXT_AS_TYPED = z
  .custom<string | undefined>((value) => typeof value === 'string')
  .catch(undefined);

function isList(schema: z.core.$ZodType | undefined): boolean {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodNullable
    ? isList(schema.unwrap())
    : schema instanceof z.ZodArray;
}
