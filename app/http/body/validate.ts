import type { z } from 'zod';
import { AppError } from '#app/contracts/errors.ts';

/**
 * Validates input from outside.
 * @throws AppError invalid_request that names the first wrong field in `param`, as `messages[0].role`
 */
export function validate<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues as [z.core.$ZodIssue];
  const unknownKey = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
  const param = fieldAt([...issue.path, ...unknownKey]);
  throw new AppError('invalid_request', {
    message: param === '' ? issue.message : `${param}: ${issue.message}`,
    ...(param === '' ? {} : { param }),
  });
}

function fieldAt(path: readonly PropertyKey[]): string {
  const parts = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`));
  return parts.join('').replace(/^\./, '');
}
