import type { ProviderError } from '#app/core/providers/contract.ts';
import { classOf, failureOf, type ErrorClass, type Refusal } from '#app/core/providers/shared/failure.ts';
import { isObject } from '#app/core/providers/shared/json.ts';

/**
 * Our error class per result. An account without permission, or one that must prove that it is human, may be
 * fine at another provider.
 */
const BY_NAME: Readonly<Record<string, ErrorClass>> = {
  UnauthorizedRequest: ['invalid_api_key', false],
  Forbidden: ['provider_unavailable', false],
  CaptchaChallenge: ['provider_unavailable', false],
  Throttled: ['provider_rate_limited', true],
  InvalidRequest: ['provider_rejected', false],
};

/**
 * Converts a refusal to create a conversation or to answer in it: by the name of its result, or its status.
 */
export function toProviderError({
  status,
  body,
  headers,
  secrets,
}: Refusal & { secrets: readonly string[] }): ProviderError {
  const details = isObject(body) ? body : {};
  const result = isObject(details['result']) ? details['result'] : {};
  const messages = [result['message'], details['error'], result['value'], body];
  const message = messages.find((one): one is string => typeof one === 'string' && one !== '') ?? '';
  return failureOf(classOf(status, [result['value']], BY_NAME), { status, message, headers, secrets });
}
