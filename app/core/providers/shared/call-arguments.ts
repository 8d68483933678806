import { isObject } from './json.ts';
import { refused } from './refused.ts';

/**
 * The arguments of a call that comes back, for a wire that takes them as an object.
 * @throws ProviderError for what is no JSON object
 */
export function readArguments(name: string, json: string): Record<string, unknown> {
  if (json.trim() === '') return {};
  try {
    const input: unknown = JSON.parse(json);
    if (isObject(input)) return input;
  } catch {
    // Said below.
  }
  throw refused(`the arguments of the call of ${name.slice(0, 64)} are no JSON object`);
}
