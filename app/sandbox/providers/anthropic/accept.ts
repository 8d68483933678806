import { readJson, type SandboxContext } from '../context.ts';
import type { Exchange } from '../http.ts';
import { invalidRequest, REFUSAL_ERRORS, sendError, type WireError } from './errors.ts';

interface Accepted {
  exchange: Exchange;
  body: unknown;
}

/**
 * Checks the preconditions of every Anthropic call: POST, a key, a version and JSON.
 * @returns null if one is missing; the error has been sent then
 */
export async function accept(
  given: Omit<Exchange, 'key'>,
  context: SandboxContext,
): Promise<Accepted | null> {
  const { headers, method } = given.request;
  const exchange: Exchange = { ...given, key: String(headers['x-api-key'] ?? '') };
  const refuse = (error: WireError) => {
    sendError(exchange, error);
    return null;
  };
  if (method !== 'POST')
    return refuse({ status: 405, type: 'invalid_request_error', message: 'Method Not Allowed' });
  if (!exchange.key)
    return refuse({ status: 401, type: 'authentication_error', message: 'x-api-key header is required' });
  if (headers['anthropic-version'] !== '2023-06-01')
    return refuse(invalidRequest('anthropic-version: header is required'));
  const read = await readJson(exchange, context);
  if (read === 'too large') return refuse(REFUSAL_ERRORS['413'](''));
  if (read === 'no JSON') return refuse(invalidRequest('The request body is not valid JSON'));
  return { exchange, body: read.body };
}
