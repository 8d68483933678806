import type { SpokenRefusal } from '../scenario.ts';

/** OpenAI's error body with its HTTP status. */
export interface WireError {
  status: number;
  message: string;
  type: string;
  param: string | null;
  code: string | null;
}

export function invalidRequest(message: string, param: string | null, code: string | null = null): WireError {
  return { status: 400, message, type: 'invalid_request_error', param, code };
}

export function unknownModel(model: string): WireError {
  return {
    status: 404,
    message: `The model \`${model}\` does not exist or you do not have access to it.`,
    type: 'invalid_request_error',
    param: null,
    code: 'model_not_found',
  };
}

export const MISSING_KEY: WireError = {
  status: 401,
  message: "You didn't provide an API key. Send it in an Authorization header as a bearer token.",
  type: 'invalid_request_error',
  param: null,
  code: null,
};

const server = (status: number, message: string): WireError => ({
  status,
  message,
  type: 'server_error',
  param: null,
  code: null,
});

/** The text of each scripted refusal. */
export const REFUSAL_ERRORS: Record<SpokenRefusal, (key: string) => WireError> = {
  '400': () => invalidRequest("Invalid value for 'messages'.", 'messages', 'invalid_value'),
  // Like the real one, it repeats the key: the adapter must not pass that on.
  '401': (key) => ({
    status: 401,
    message: `Incorrect API key provided: ${key}. You can find your API key in your account settings.`,
    type: 'invalid_request_error',
    param: null,
    code: 'invalid_api_key',
  }),
  '402': () => ({
    status: 402,
    message: 'Insufficient balance.',
    type: 'insufficient_balance',
    param: null,
    code: null,
  }),
  '403': () => ({
    status: 403,
    message: 'Country, region, or territory not supported.',
    type: 'request_forbidden',
    param: null,
    code: 'unsupported_country_region_territory',
  }),
  '404': () => unknownModel('sandbox-404'),
  '408': () => server(408, 'Request timed out.'),
  '413': () => ({ ...invalidRequest('Request entity too large.', null), status: 413 }),
  '429': () => ({
    status: 429,
    message: 'Rate limit reached for requests. Please try again later.',
    type: 'requests',
    param: null,
    code: 'rate_limit_exceeded',
  }),
  '500': () => server(500, 'The server had an error while processing your request.'),
  '502': () => server(502, 'Bad gateway.'),
  '503': () => server(503, 'The engine is currently overloaded, please try again later.'),
  '529': () => ({ ...server(529, 'Overloaded'), type: 'overloaded_error' }),
  context: () =>
    invalidRequest(
      "This model's maximum context length is 128000 tokens. However, your messages resulted in 131072 tokens.",
      'messages',
      'context_length_exceeded',
    ),
  quota: () => ({
    status: 429,
    message: 'You exceeded your current quota, please check your plan and billing details.',
    type: 'insufficient_quota',
    param: null,
    code: 'credit_balance_exhausted',
  }),
  filter: () => invalidRequest('The prompt was refused by the content policy.', 'messages', 'content_filter'),
};

export function errorBody({ message, type, param, code }: WireError): { error: Omit<WireError, 'status'> } {
  return { error: { message, type, param, code } };
}
