import { AppError } from '#app/contracts/errors.ts';

/** The error of a conversation, by the field from which this call has made one. */
export function ofPrompt(error: AppError): AppError {
  const { code, message, param, params, retryAfterSeconds, shouldRetry, cause } = error;
  if (!param?.startsWith('messages')) return error;
  return new AppError(code, { message, param: 'prompt', params, retryAfterSeconds, shouldRetry, cause });
}
