import type { AppLoadContext } from '@remix-run/node';
import type { z } from 'zod';
import type { ApiRequest } from '#app/contracts/api-request.ts';
import { AppError } from '#app/contracts/errors.ts';
import { formatExactly } from '#app/contracts/money.ts';
import { shouldRetry } from '#app/contracts/openai/error-meanings.ts';
import { publicCode, publicError } from '#app/contracts/openai/public-error.ts';
import { LIMITS_PATH } from '#app/contracts/spending-limits.ts';
import type { KeyHolder } from '#app/core/api-keys/known-keys.ts';
import { findApiKey } from '#app/core/api-keys/live-keys.ts';
import { consumeQuota } from '#app/core/limits/quotas.ts';
import { takeQuoteSlot } from '#app/core/limits/quote-slots.ts';
import { appUrl } from '#app/core/platform/addresses/app-url.ts';
import { errorHeaders, setRateLimitHeaders } from '#app/http/error-response.ts';
import { JsonResponse, type Answer } from '#app/http/response/written-response.ts';
import {
  apiRoute,
  readInputs,
  toResponse,
  type Endpoint,
  type InputSpec,
  type Parsed,
  type RenderError,
} from './api-route.ts';

interface HubArgs<Params, Query, Body> extends KeyHolder {
  request: ApiRequest;
  /** `context.closed` is aborted when the caller disconnects. */
  context: AppLoadContext;
  params: Params;
  query: Query;
  body: Body;
  /** The body as it was received. */
  bytes: Uint8Array;
}

const dollars = (micro: string | number) => formatExactly(BigInt(micro));

/**
 * Declares one method of the public API (`/api/v1/*`): the caller is identified only by a hub key in a
 * header, cookies are never read. The handler returns the same kinds of results as that of `endpoint`.
 */
export function hubEndpoint<
  Params extends z.ZodType | undefined = undefined,
  Query extends z.ZodType | undefined = undefined,
  Body extends z.ZodType | undefined = undefined,
>(
  spec: InputSpec<Params, Query, Body>,
  handler: (args: HubArgs<Parsed<Params>, Parsed<Query>, Parsed<Body>>) => unknown,
): Endpoint {
  const isQuote = spec.counts === 'quote';
  return async ({ request, context, params }) => {
    const holder = await readHolder(request);
    const standing = await consumeQuota({
      userId: holder.user.id,
      keyId: holder.key.id,
      address: context.clientAddress,
      isQuote,
    });
    const endQuote = isQuote ? takeQuoteSlot(holder.user.id) : null;
    try {
      const inputs = await readInputs(spec, request, params);
      const response = toResponse(await handler({ request, context, ...holder, ...inputs }));
      if (standing) setRateLimitHeaders(standing, response.headers);
      return response;
    } finally {
      endQuote?.();
    }
  };
}

/** The headers in which clients of OpenAI, Anthropic and Azure send a key. */
const KEY_HEADERS = ['authorization', 'x-api-key', 'api-key'] as const;

/**
 * Finds the holder of the key of a request: a bearer token, `x-api-key` or `api-key`. Two different keys are
 * refused, because it is unknown which of the two accounts should pay.
 * @throws AppError invalid_hub_key, ban
 */
async function readHolder({ headers }: ApiRequest): Promise<KeyHolder> {
  const given = KEY_HEADERS.flatMap((name) => {
    const value = headers.get(name)?.trim() ?? '';
    const key = name === 'authorization' ? /^Bearer\s+(\S+)$/i.exec(value)?.[1] : value;
    return key ? [{ name, key }] : [];
  });
  const [first, ...more] = given;
  if (!first)
    throw new AppError('invalid_hub_key', {
      message: 'No API key was provided. Send it in a header: Authorization: Bearer sk-par-...',
    });
  if (more.some(({ key }) => key !== first.key)) {
    const names = given.map(({ name }) => name).join(' and ');
    throw new AppError('invalid_hub_key', {
      message: `Different API keys were provided in ${names}. Send one of them.`,
    });
  }
  return findApiKey(first.key);
}

/** Loader and action of a route of the public API, created by `apiRoute`. */
export type HubRoute = ReturnType<typeof apiRoute>;

/** The parts of an answer that all routes of a dialect of the public API have in common. */
export interface HubDialect {
  /** Renders an error with its status for the request with the given id. */
  error: RenderError;
  /** Adds the headers that the dialect's clients read from every answer, success or error. */
  addHeaders(answer: Answer, requestId: string): void;
}

/** Creates a route of the public API. Errors have OpenAI's format, unless another dialect is given. */
export function hubRoute(methods: Parameters<typeof apiRoute>[0], dialect?: HubDialect): HubRoute {
  if (!dialect) return apiRoute(methods, hubErrorResponse);
  const { loader } = apiRoute(methods, dialect.error);
  const answer: Endpoint = async (args) => {
    const response = await loader(args);
    dialect.addHeaders(response, args.context.requestId);
    return response;
  };
  return { loader: answer, action: answer };
}

/** Answers any method of a path of the public API that has no route: 404 in OpenAI's format. */
export const unknownHubPath: Endpoint = async ({ request }) => {
  // Answers a preflight with success: otherwise the browser could not read the 404.
  if (request.method === 'OPTIONS') return new Response(null, { status: 204 });
  return hubErrorResponse(nothingAt(request));
};

/** The error for a path without a route. */
export function nothingAt({ url }: ApiRequest): AppError {
  const path = url.replace(/^\w+:\/\/[^/]*|\?.*$/gs, '');
  return new AppError('not_found', { message: `There is nothing at ${path}.` });
}

/**
 * Renders an error of the public API. Its headers tell whether a retry can help, since clients retry
 * automatically, and link to its documentation: OpenAI's body format has no field for either.
 */
export function hubErrorResponse(error: AppError): Answer {
  return new JsonResponse(publicError(explainShortMoney(error)), {
    status: error.status,
    headers: hubErrorHeaders(error),
  });
}

/** The headers of every error of the public API, in any dialect. */
export function hubErrorHeaders(error: AppError): Record<string, string> {
  return {
    ...errorHeaders(error),
    'x-should-retry': String(shouldRetry(error)),
    link: `<${appUrl()}/docs/errors#${publicCode(error.code)}>; rel="help"`,
  };
}

/**
 * Adds to a money error how much the call needs, how much is available, and where to add credit: callers of
 * the public API see none of our pages. Other errors are returned unchanged.
 */
export function explainShortMoney(error: AppError): AppError {
  const { code, message, params } = error;
  const { needed, available } = params;
  if (needed === undefined || available === undefined) return error;
  const amounts = `this request needs ${dollars(needed)}, and ${dollars(available)} is available`;
  if (code === 'token_balance')
    return new AppError(code, {
      message: `Insufficient balance: ${amounts}. Add credits at ${appUrl()}/balance.`,
      params,
    });
  if (code === 'spending_cap')
    return new AppError(code, {
      message: `${message.replace(/\.$/, '')}: ${amounts.replace(/available$/, 'left')}. It resets at ${String(params['resetsAt']).replace('.000Z', 'Z')}. Change your limits at ${appUrl()}${LIMITS_PATH}.`,
      params,
    });
  if (code !== 'key_cap') return error;
  return new AppError(code, { message: message.replace(/\.$/, `: ${amounts}.`), params });
}
