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
import { errorHeaders, tellStanding } from '#app/http/error-response.ts';
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
  /** `context.closed` is aborted when the caller leaves. */
  context: AppLoadContext;
  params: Params;
  query: Query;
  body: Body;
  /** The body as it came. */
  bytes: Uint8Array;
}

const dollars = (micro: string | number) => formatExactly(BigInt(micro));

/**
 * Declares one method of the public API (`/api/v1/*`): who calls is told by a hub key in a header and by
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
      if (standing) tellStanding(standing, response.headers);
      return response;
    } finally {
      endQuote?.();
    }
  };
}

/** Where clients of OpenAI, Anthropic and Azure put a key. */
const KEY_HEADERS = ['authorization', 'x-api-key', 'api-key'] as const;

/**
 * Whose key came with a request: as bearer token, as `x-api-key` or as `api-key`. Which of two different ones is meant
 * cannot be known, and one of them would pay, so neither is taken.
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

/** Loader and action of a route of the public API, as `apiRoute` makes them. */
export type HubRoute = ReturnType<typeof apiRoute>;

/** How a dialect of the public API says what all its answers have in common. */
export interface HubDialect {
  /** An error with its status, for who asked for the request of an id. */
  error: RenderError;
  /** Adds what its clients read of every answer, good or bad. */
  tell(answer: Answer, requestId: string): void;
}

/** The routes of the public API answer their errors as OpenAI does, unless another dialect is given. */
export function hubRoute(methods: Parameters<typeof apiRoute>[0], dialect?: HubDialect): HubRoute {
  if (!dialect) return apiRoute(methods, hubErrorResponse);
  const { loader } = apiRoute(methods, dialect.error);
  const answer: Endpoint = async (args) => {
    const said = await loader(args);
    dialect.tell(said, args.context.requestId);
    return said;
  };
  return { loader: answer, action: answer };
}

/** Every path of the public API that no route serves, with any method: 404 as OpenAI's clients read it. */
export const unknownHubPath: Endpoint = async ({ request }) => {
  // A browser asks first whether it may ask, and is told so: it could not read the refusal otherwise.
  if (request.method === 'OPTIONS') return new Response(null, { status: 204 });
  return hubErrorResponse(nothingAt(request));
};

/** What a path is answered with that no route serves. */
export function nothingAt({ url }: ApiRequest): AppError {
  const path = url.replace(/^\w+:\/\/[^/]*|\?.*$/gs, '');
  return new AppError('not_found', { message: `There is nothing at ${path}.` });
}

/**
 * Every error of the public API says whether a repeat can help, since clients ask again by themselves, and in its header
 * where the documents say more of it: OpenAI's shape has no place for that.
 */
export function hubErrorResponse(error: AppError): Answer {
  return new JsonResponse(publicError(tellShortMoney(error)), {
    status: error.status,
    headers: hubErrorHeaders(error),
  });
}

/** The headers of every error of the public API, in whatever dialect its body is. */
export function hubErrorHeaders(error: AppError): Record<string, string> {
  return {
    ...errorHeaders(error),
    'x-should-retry': String(shouldRetry(error)),
    link: `<${appUrl()}/docs/errors#${publicCode(error.code)}>; rel="help"`,
  };
}

/**
 * Says of a call that money does not cover how much it needs, how much is free, and where more is added: who calls the
 * public API has no screen of ours that could show it. Any other error is as it was.
 */
export function tellShortMoney(error: AppError): AppError {
  const { code, message, params } = error;
  const { needed, available } = params;
  if (needed === undefined || available === undefined) return error;
  const amounts = `this call needs ${dollars(needed)}, and ${dollars(available)} is free`;
  if (code === 'token_balance')
    return new AppError(code, {
      message: `Insufficient balance: ${amounts}. Credit can be added at ${appUrl()}/balance.`,
      params,
    });
  if (code === 'spending_cap')
    return new AppError(code, {
      message: `${message.replace(/\.$/, '')}: ${amounts.replace(/free$/, 'left')}. It resets at ${String(params['resetsAt']).replace('.000Z', 'Z')}. Caps are changed at ${appUrl()}${LIMITS_PATH}.`,
      params,
    });
  if (code !== 'key_cap') return error;
  return new AppError(code, { message: message.replace(/\.$/, `: ${amounts}.`), params });
}
