import { parseWithZod } from '@conform-to/zod/v4';
import { z } from 'zod';
import { AppError } from '#app/contracts/errors.ts';

/** More entries of one name than any form of ours has. */
const MOST_OF_A_LIST = 1_000;

/**
 * A form checked against its schema by Conform. Of the form only the names of the schema are read, and of these only
 * texts: Conform reads `a[9999999]` as a list with so many entries, and joins entries of one name one by one.
 */
export function parseForm<Schema extends z.ZodObject>(form: FormData, schema: Schema) {
  const own = new FormData();
  for (const name of Object.keys(schema.shape)) {
    const texts = form.getAll(name).filter((value) => typeof value === 'string');
    const most = isList(schema.shape[name]) ? MOST_OF_A_LIST : 1;
    for (const text of texts.slice(0, most)) own.append(name, text);
  }
  return parseWithZod(own, { schema });
}

/**
 * The fields of a form that is a button, or whose page has no place for what is wrong with them.
 * @throws AppError invalid_request naming the first field that is wrong
 */
export function readFields<Schema extends z.ZodObject>(form: FormData, schema: Schema): z.output<Schema> {
  const submission = parseForm(form, schema);
  if (submission.status === 'success') return submission.value;
  const [[param, messages] = [undefined, null]] = Object.entries(submission.error ?? {});
  throw new AppError('invalid_request', { param, message: messages?.[0] });
}

/** A text as it stands, '' where its box is empty: to Conform a field that is empty is one that is absent. */
export const TEXT_AS_TYPED = z
  .custom<string | undefined>((value) => typeof value === 'string')
  .catch(undefined);

function isList(schema: z.core.$ZodType | undefined): boolean {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodNullable
    ? isList(schema.unwrap())
    : schema instanceof z.ZodArray;
}
