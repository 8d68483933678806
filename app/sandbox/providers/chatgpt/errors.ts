import type { Exchange } from '../http.ts';
import type { SpokenRefusal } from '../scenario.ts';

/** The website's errors: a text, a text with a code, or a page. */
export interface WireError {
  status: number;
  detail: string | { message: string; code: string; type?: string; param?: null } | null;
}

const plain = (status: number, detail: string): WireError => ({ status, detail });

/** The page of a proxy in front of the service. */
const PAGE = '<!DOCTYPE html><html><head><title>Just a moment...</title></head><body></body></html>';

/** The text of each scripted refusal. */
export const REFUSAL_ERRORS: Record<SpokenRefusal, (key: string) => WireError> = {
  '400': () => plain(400, 'Invalid request.'),
  // It repeats the token, as some services do: the adapter must not pass that on.
  '401': (key) => ({
    status: 401,
    detail: {
      message: `Your authentication token ${key} has expired.`,
      type: 'invalid_request_error',
      param: null,
      code: 'token_expired',
    },
  }),
  '402': () => plain(402, 'Payment required.'),
  '403': () => ({ status: 403, detail: null }),
  '404': () => plain(404, 'Conversation not found'),
  '408': () => plain(408, 'Request timed out.'),
  '413': () => ({
    status: 413,
    detail: {
      message:
        'The message you submitted was too long, please reload the conversation and submit something shorter.',
      code: 'message_length_exceeds_limit',
    },
  }),
  '429': () => plain(429, 'Something went wrong, please try reloading the conversation.'),
  '500': () => plain(500, 'Internal Server Error'),
  '502': () => plain(502, 'Bad Gateway'),
  '503': () => plain(503, 'Service Unavailable'),
  '529': () =>
    plain(529, 'Our systems are a bit busy at the moment, please take a break and try again soon.'),
  context: () => REFUSAL_ERRORS['413'](''),
  quota: () => plain(402, "You've hit your plan's limit."),
  filter: () => plain(400, 'This content may violate our policies.'),
};

export function sendError(
  { response, seen }: Pick<Exchange, 'response' | 'seen'>,
  { status, detail }: WireError,
  retry: string | null = null,
): void {
  seen.status = status;
  response.writeHead(status, {
    'content-type': detail === null ? 'text/html; charset=UTF-8' : 'application/json',
    ...(retry !== null && { 'retry-after': retry }),
  });
  response.end(detail === null ? PAGE : JSON.stringify({ detail }));
}
