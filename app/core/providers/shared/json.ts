import { ProviderError } from '../contract.ts';

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Parses the JSON of one event.
 * @throws ProviderError provider_malformed; its message does not repeat the data
 */
export function parseObject(data: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(data);
  } catch {
    value = undefined;
  }
  if (!isObject(value)) throw malformed('the provider sent a chunk that is not a JSON object');
  return value;
}

export function malformed(message: string): ProviderError {
  return new ProviderError('provider_malformed', message, { retryable: true });
}
