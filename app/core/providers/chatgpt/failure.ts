import type { ProviderError } from '#app/core/providers/contract.ts';
import { classOf, failureOf, type Class, type Refusal } from '#app/core/providers/shared/failure.ts';
import { isObject } from '#app/core/providers/shared/json.ts';

/** Codes in our words. */
const BY_NAME: Readonly<Record<string, Class>> = {
  token_expired: ['invalid_api_key', false],
  message_length_exceeds_limit: ['context_length', false],
};

/** An error of the website: what went wrong is in `detail`, as words or with a code. A page in its place says nothing. */
export function toProviderError({
  status,
  body,
  headers,
  secrets,
}: Refusal & { secrets: readonly string[] }): ProviderError {
  const detail = isObject(body) ? (body['detail'] ?? body['error']) : body;
  const { code, message } = isObject(detail) ? detail : { code: null, message: detail };
  return failureOf(classOf(status, [code], BY_NAME), {
    status,
    message: typeof message === 'string' ? message : '',
    headers,
    secrets,
  });
}
