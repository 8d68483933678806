import type { ProviderError } from '#app/core/providers/contract.ts';
import { classOf, failureOf, type Class, type Refusal } from '#app/core/providers/shared/failure.ts';
import { isObject } from '#app/core/providers/shared/json.ts';

/** Results in our words. Whose account may not, or must prove that it is no machine, may be good elsewhere. */
const BY_NAME: Readonly<Record<string, Class>> = {
  UnauthorizedRequest: ['invalid_api_key', false],
  Forbidden: ['provider_unavailable', false],
  CaptchaChallenge: ['provider_unavailable', false],
  Throttled: ['provider_rate_limited', true],
  InvalidRequest: ['provider_rejected', false],
};

/** A refusal to make a conversation or to speak in it: by the name of its result, or its status. */
export function toProviderError({
  status,
  body,
  headers,
  secrets,
}: Refusal & { secrets: readonly string[] }): ProviderError {
  const said = isObject(body) ? body : {};
  const result = isObject(said['result']) ? said['result'] : {};
  const messages = [result['message'], said['error'], result['value'], body];
  const message = messages.find((one): one is string => typeof one === 'string' && one !== '') ?? '';
  return failureOf(classOf(status, [result['value']], BY_NAME), { status, message, headers, secrets });
}
