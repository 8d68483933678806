import type { AppLoadContext } from '@remix-run/node';
import { messageErrorBody, messageErrorStatus } from '#app/contracts/anthropic/message-error.ts';
import { JsonResponse, type Answer } from '#app/http/response/written-response.ts';
import type { Endpoint } from './api-route.ts';
import {
  hubErrorHeaders,
  nothingAt,
  explainShortMoney,
  unknownHubPath,
  type HubDialect,
  type HubRoute,
} from './hub-route.ts';

/** The dialect of Anthropic's Messages. */
export const MESSAGES_DIALECT: HubDialect = {
  error: (error, requestId) =>
    new JsonResponse(messageErrorBody(explainShortMoney(error), requestId), {
      status: messageErrorStatus(error),
      headers: hubErrorHeaders(error),
    }),
  addHeaders(answer, requestId) {
    answer.headers.set('request-id', requestId);
    addRateLimitHeaders(answer);
  },
};

const STANDING = 'ratelimit';

/** Adds the state of the caller's rate limit, under the names and in the formats of this dialect. */
function addRateLimitHeaders({ headers }: Answer): void {
  const read = (what: string) => headers.get(`x-${STANDING}-${what}-requests`);
  const [limit, remaining, reset] = [read('limit'), read('remaining'), read('reset')];
  if (typeof limit !== 'string' || typeof remaining !== 'string' || typeof reset !== 'string') return;
  const at = new Date(Date.now() + Number.parseInt(reset, 10) * 1000);
  headers.set(`anthropic-${STANDING}-requests-limit`, limit);
  headers.set(`anthropic-${STANDING}-requests-remaining`, remaining);
  headers.set(`anthropic-${STANDING}-requests-reset`, at.toISOString().replace(/\.\d+Z$/, 'Z'));
}

/** Anthropic's clients send the version of their wire format, and no other clients do. */
const speaksMessages: (args: Parameters<Endpoint>[0]) => boolean = ({ request }) =>
  request.headers.get('anthropic-version') !== null;

/** Joins the two routes of a path that both dialects have: each client is answered in its own dialect. */
export function inBothDialects(openai: HubRoute, messages: HubRoute): HubRoute {
  const answer: Endpoint = (args) => (speaksMessages(args) ? messages : openai).loader(args);
  return { loader: answer, action: answer };
}

/** Answers any path of the public API that has no route, in the caller's dialect. */
export const unknownPath: Endpoint = async (args) => {
  if (args.request.method === 'OPTIONS' || !speaksMessages(args)) return unknownHubPath(args);
  const { requestId }: AppLoadContext = args.context;
  const answer = MESSAGES_DIALECT.error(nothingAt(args.request), requestId);
  MESSAGES_DIALECT.addHeaders(answer, requestId);
  return answer;
};
