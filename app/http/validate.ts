import type { z } from 'zod';
import { AppError } from '#app/contracts/errors.ts';

/**
 * Checks what came from outside.
 * @throws AppError invalid_request that names the first wrong field in `param`
 */
export function validate<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues as [z.core.$ZodIssue];
  const unknownKey = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
  const param = [...issue.path, ...unknownKey].join('.');
  throw new AppError('invalid_request', {
    message: param === '' ? issue.message : `${param}: ${issue.message}`,
    ...(param === '' ? {} : { param }),
  });
}
