import { z } from 'zod';
import { errorBody, type AppError, type ErrorCode } from '#app/contracts/errors.ts';

/**
 * Public names of codes: here `invalid_api_key` means the caller's key and never ours at a provider, and
 * clients that shorten a prompt automatically look for OpenAI's `context_length_exceeded`.
 */
const PUBLIC_CODES: Partial<Record<ErrorCode, string>> = {
  invalid_hub_key: 'invalid_api_key',
  invalid_api_key: 'provider_misconfigured',
  context_length: 'context_length_exceeded',
};

/**
 * Every error of the public API, and the last event of a stream that failed. It has no further fields,
 * because strict clients fail on them.
 */
export const errorAnswer = z
  .object({
    error: z.object({
      message: z.string(),
      type: z.string(),
      param: z.string().nullable().describe('The request field that is wrong.'),
      code: z.string(),
    }),
  })
  .meta({ title: 'Error' });

export type PublicError = z.output<typeof errorAnswer>;

/** The name of an error code in the public API. */
export function publicCode(code: ErrorCode): string {
  return PUBLIC_CODES[code] ?? code;
}

/**
 * `{ error: { message, type, param, code } }` without further fields, because strict clients fail on them.
 */
export function publicError(error: AppError): PublicError {
  const { message, type, param } = errorBody(error).error;
  return { error: { message, type, param, code: publicCode(error.code) } };
}
