import type { AppLoadContext } from '@remix-run/node';
import type { z } from 'zod';
import type { ApiRequest } from '#app/contracts/api-request.ts';
import { AppError } from '#app/contracts/errors.ts';
import { publicError } from '#app/contracts/openai/public-error.ts';
import { findApiKey } from '#app/core/api-keys/find-api-key.ts';
import { takeCall } from '#app/core/limits/take-call.ts';
import type { KeyHolder } from '#app/core/api-keys/known-keys.ts';
import { apiRoute, readInputs, toResponse, type Endpoint, type InputSpec, type Parsed } from './api-route.ts';
import { errorHeaders } from './error-response.ts';
import { JsonResponse } from './json-response.ts';
import { tellStanding } from './rate-limit-headers.ts';
import { tellShortMoney } from './short-money.ts';
import type { Answer } from './written-response.ts';

interface HubArgs<Params, Query, Body> extends KeyHolder {
  request: ApiRequest;
  /** `context.closed` is aborted when the caller leaves. */
  context: AppLoadContext;
  params: Params;
  query: Query;
  body: Body;
  /** The body as it came. */
  bytes: Uint8Array;
}

/**
 * Declares one method of the public API (`/api/v1/*`): who calls is told by a hub key as bearer token and by
 * nothing else, cookies are never read. The handler answers as that of `endpoint` does.
 */
export function hubEndpoint<
  Params extends z.ZodType | undefined = undefined,
  Query extends z.ZodType | undefined = undefined,
  Body extends z.ZodType | undefined = undefined,
>(
  spec: InputSpec<Params, Query, Body>,
  handler: (args: HubArgs<Parsed<Params>, Parsed<Query>, Parsed<Body>>) => unknown,
): Endpoint {
  return async ({ request, context, params }) => {
    const holder = await readHolder(request);
    const standing = await takeCall({
      userId: holder.user.id,
      keyId: holder.key.id,
      address: context.clientAddress,
    });
    const inputs = await readInputs(spec, request, params);
    const response = toResponse(await handler({ request, context, ...holder, ...inputs }));
    if (standing) tellStanding(standing, response.headers);
    return response;
  };
}

/**
 * Whose key came as bearer token.
 * @throws AppError invalid_hub_key, ban
 */
async function readHolder(request: ApiRequest): Promise<KeyHolder> {
  const token = /^Bearer\s+(\S+)\s*$/i.exec(request.headers.get('authorization') ?? '')?.[1];
  if (token === undefined)
    throw new AppError('invalid_hub_key', {
      message: 'No API key was provided. Send it in a header: Authorization: Bearer sk-par-...',
    });
  return findApiKey(token);
}

/** Every path under /api/v1 that no route serves, with any method: 404 as OpenAI's clients read it. */
export const unknownHubPath: Endpoint = async ({ request }) => {
  const { pathname } = new URL(request.url);
  const error = new AppError('not_found', { message: `There is nothing at ${pathname}.` });
  return openToAll(hubErrorResponse(error));
};

/** Any site's scripts may call: a key is no ambient authority. They may also read what the SDKs look at. */
const OPEN_TO_ALL = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'x-request-id, retry-after, x-should-retry, idempotent-replayed, x-ratelimit-limit-requests, x-ratelimit-remaining-requests, x-ratelimit-reset-requests, x-generation-id, x-provider, x-parameters-left-out, x-max-tokens-lowered',
};
const PREFLIGHT_SECONDS = '86400';

/** Loader and action of a route of the public API, as `apiRoute` makes them, with OpenAI's errors and CORS. */
export function hubRoute(methods: Parameters<typeof apiRoute>[0]): { loader: Endpoint; action: Endpoint } {
  const route = apiRoute(methods, hubErrorResponse);
  const answer: Endpoint = async (args) => {
    const response = openToAll(await route.action(args));
    if (args.request.method === 'OPTIONS') allowAll(args.request, response.headers);
    return response;
  };
  return { loader: answer, action: answer };
}

function openToAll(response: Answer): Answer {
  for (const [name, value] of Object.entries(OPEN_TO_ALL)) response.headers.set(name, value);
  return response;
}

/** A wildcard does not cover Authorization, and clients send headers of their own: all that are asked for. */
function allowAll(request: ApiRequest, headers: Answer['headers']): void {
  const asked = request.headers.get('access-control-request-headers') ?? 'authorization, content-type';
  headers.set('access-control-allow-headers', asked);
  headers.set('access-control-allow-methods', String(headers.get('allow') ?? 'GET'));
  headers.set('access-control-max-age', PREFLIGHT_SECONDS);
  headers.set('vary', 'access-control-request-headers');
}

function hubErrorResponse(error: AppError): Answer {
  return new JsonResponse(publicError(tellShortMoney(error)), {
    status: error.status,
    headers: errorHeaders(error),
  });
}
