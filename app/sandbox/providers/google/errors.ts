import type { ServerResponse } from 'node:http';
import type { SeenRequest } from '../record.ts';
import type { SpokenRefusal } from '../scenario.ts';

/**
 * Google's error; `status` is its name on the wire, and missing if a server in front of the API has answered.
 */
export interface WireError {
  code: number;
  message: string;
  status?: string;
  details?: object[];
}

const detail = (type: string, rest: object) => ({
  '@type': `type.googleapis.com/google.rpc.${type}`,
  ...rest,
});

/** @param field the wrong field; empty if none is named */
export function invalidRequest(message: string, field = ''): WireError {
  const details = field
    ? [detail('BadRequest', { fieldViolations: [{ field, description: message }] })]
    : undefined;
  return { code: 400, message, status: 'INVALID_ARGUMENT', ...(details && { details }) };
}

export function unknownModel(model: string): WireError {
  return {
    code: 404,
    message: `models/${model} is not found for API version v1beta, or is not supported for generateContent.`,
    status: 'NOT_FOUND',
  };
}

export function errorBody(error: WireError): { error: WireError } {
  return { error };
}

/** The headers that Google puts on every answer. */
export function commonHeaders(seen: SeenRequest): Record<string, string> {
  return { 'server-timing': `gfet4t7; dur=${Date.now() - seen.at}`, 'x-content-type-options': 'nosniff' };
}

/** @param retry seconds after which to retry */
export function sendError(
  { response, seen }: { response: ServerResponse; seen: SeenRequest },
  error: WireError,
  retry: string | null = null,
): void {
  const wait = retry === null ? [] : [detail('RetryInfo', { retryDelay: `${retry}s` })];
  const details = [...(error.details ?? []), ...wait];
  seen.status = error.code;
  response.writeHead(error.code, {
    ...commonHeaders(seen),
    'content-type': 'application/json; charset=UTF-8',
  });
  response.end(JSON.stringify(errorBody({ ...error, ...(details.length > 0 && { details }) }), null, 2));
}

export const MISSING_TOKEN: WireError = {
  code: 401,
  message:
    'Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential.',
  status: 'UNAUTHENTICATED',
};

export const MISSING_KEY: WireError = {
  code: 403,
  message:
    "Method doesn't allow unregistered callers (callers without established identity). Please use API Key or other form of API consumer identity to call this API.",
  status: 'PERMISSION_DENIED',
};

const failure = (code: number, status: string, message: string): WireError => ({ code, message, status });

/** The text of each scripted refusal; a prompt blocked by policy is no error there. */
export const REFUSAL_ERRORS: Record<Exclude<SpokenRefusal, 'filter'>, (key: string) => WireError> = {
  '400': () => invalidRequest('* GenerateContentRequest.contents: contents is not specified', 'contents'),
  '401': () => ({
    ...invalidRequest('API key not valid. Please pass a valid API key.'),
    details: [
      detail('ErrorInfo', {
        reason: 'API_KEY_INVALID',
        domain: 'googleapis.com',
        metadata: { service: 'generativelanguage.googleapis.com' },
      }),
    ],
  }),
  '402': () => failure(402, 'FAILED_PRECONDITION', 'Billing is not enabled for this project.'),
  // It repeats the key, as Google does for a suspended one: the adapter must not pass that on.
  '403': (key) => failure(403, 'PERMISSION_DENIED', `Consumer 'api_key:${key}' has been suspended.`),
  '404': () => unknownModel('sandbox-404'),
  '408': () => failure(408, 'DEADLINE_EXCEEDED', 'Request timed out.'),
  '413': () => ({ code: 413, message: 'Request Entity Too Large' }),
  '429': () => failure(429, 'RESOURCE_EXHAUSTED', 'Resource exhausted. Please try again later.'),
  '500': () => failure(500, 'INTERNAL', 'An internal error has occurred. Please retry.'),
  '502': () => ({ code: 502, message: 'Bad Gateway' }),
  '503': () => failure(503, 'UNAVAILABLE', 'The model is overloaded. Please try again later.'),
  '529': () => ({ code: 529, message: 'Overloaded' }),
  context: () =>
    invalidRequest('The input token count (1200293) exceeds the maximum number of tokens allowed (1048576).'),
  quota: () => ({
    ...failure(
      429,
      'RESOURCE_EXHAUSTED',
      'You exceeded your current quota, please check your plan and billing details.',
    ),
    details: [
      detail('QuotaFailure', {
        violations: [
          {
            quotaMetric: 'generativelanguage.googleapis.com/generate_content_paid_tier_requests',
            quotaId: 'GenerateRequestsPerDayPerProjectPerModel',
          },
        ],
      }),
      detail('RetryInfo', { retryDelay: '47s' }),
    ],
  }),
};
