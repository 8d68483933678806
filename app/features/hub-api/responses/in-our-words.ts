import { AppError } from '#app/contracts/errors.ts';

/** What the pipeline, which knows chat completions, calls the fields of a response. */
const FIELDS: readonly (readonly [RegExp, string])[] = [
  [/^messages\b.*$/s, 'input'],
  [/^max_(completion_)?tokens$/, 'max_output_tokens'],
  [/^response_format\b/, 'text.format'],
  [/^reasoning_effort$/, 'reasoning.effort'],
  [/^verbosity$/, 'text.verbosity'],
  [/^logprobs$/, 'include'],
];

/** The name that the caller has for a field of the pipeline. */
export function fieldInOurWords(field: string): string {
  for (const [theirs, ours] of FIELDS) if (theirs.test(field)) return field.replace(theirs, ours);
  return field;
}

/** An error that names the field that its caller has sent. */
export function inOurWords(error: unknown): unknown {
  if (!(error instanceof AppError) || error.param === null) return error;
  const { code, params, retryAfterSeconds, shouldRetry, param } = error;
  return new AppError(code, {
    message: error.message,
    param: fieldInOurWords(param),
    params,
    retryAfterSeconds,
    shouldRetry,
    cause: error,
  });
}
