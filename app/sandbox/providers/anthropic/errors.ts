import type { ServerResponse } from 'node:http';
import type { SeenRequest } from '../record.ts';
import type { SpokenRefusal } from '../scenario.ts';

/** Anthropic's error with its HTTP status. */
export interface WireError {
  status: number;
  type: string;
  message: string;
  details?: { error_code: string };
}

export function invalidRequest(message: string): WireError {
  return { status: 400, type: 'invalid_request_error', message };
}

export function unknownModel(model: string): WireError {
  return { status: 404, type: 'not_found_error', message: `model: ${model}` };
}

export function errorBody(seen: SeenRequest, { type, message, details }: WireError) {
  return {
    type: 'error',
    error: { type, message, ...(details ? { details } : {}) },
    request_id: requestId(seen),
  };
}

/** The headers that Anthropic puts on every answer. */
export function commonHeaders(seen: SeenRequest): Record<string, string> {
  return {
    'request-id': requestId(seen),
    'anthropic-organization-id': '00000000-0000-4000-8000-000000000000',
    'anthropic-ratelimit-requests-limit': '4000',
    'anthropic-ratelimit-requests-remaining': '3999',
    'anthropic-ratelimit-requests-reset': new Date(seen.at + 1000).toISOString().replace(/\.\d+Z$/, 'Z'),
  };
}

export function sendError(
  { response, seen }: { response: ServerResponse; seen: SeenRequest },
  error: WireError,
  headers: Record<string, string> = {},
): void {
  seen.status = error.status;
  response.writeHead(error.status, {
    ...commonHeaders(seen),
    'content-type': 'application/json',
    ...headers,
  });
  response.end(JSON.stringify(errorBody(seen, error)));
}

function requestId(seen: SeenRequest): string {
  return `req_sandbox${seen.number}`;
}

const failure = (status: number, type: string, message: string): WireError => ({ status, type, message });

/** The text of each scripted refusal. */
export const REFUSAL_ERRORS: Record<SpokenRefusal, (key: string) => WireError> = {
  '400': () => invalidRequest('messages: at least one message is required'),
  // It repeats the key, as some providers do: the adapter must not pass that on.
  '401': (key) => failure(401, 'authentication_error', `invalid x-api-key: ${key}`),
  '402': () => failure(402, 'billing_error', 'There is a problem with the billing of your account.'),
  '403': () => failure(403, 'permission_error', 'Your key may not use this resource.'),
  '404': () => unknownModel('sandbox-404'),
  '408': () => failure(408, 'timeout_error', 'Request timed out.'),
  '413': () => failure(413, 'request_too_large', 'Request exceeds the maximum size.'),
  '429': () => failure(429, 'rate_limit_error', 'This request would exceed your rate limit.'),
  '500': () => failure(500, 'api_error', 'Internal server error'),
  '502': () => failure(502, 'api_error', 'Bad gateway'),
  '503': () => failure(503, 'api_error', 'Service unavailable'),
  '529': () => failure(529, 'overloaded_error', 'Overloaded'),
  context: () => invalidRequest('prompt is too long: 208310 tokens > 200000 maximum'),
  quota: () => ({
    ...failure(429, 'rate_limit_error', 'Your organization has reached its spend limit.'),
    details: { error_code: 'enforced_spend_limit_reached' },
  }),
  filter: () => invalidRequest('Output blocked by content filtering policy'),
};
