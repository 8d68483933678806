import type { AppLoadContext } from '@remix-run/node';
import type { z } from 'zod';
import type { ApiRequest } from '#app/contracts/api-request.ts';
import { AppError } from '#app/contracts/errors.ts';
import type { Caller } from '#app/core/accounts/sessions/session-user.ts';
import { consumeQuota, consumeWriteQuota } from '#app/core/limits/quotas.ts';
import { takeQuoteSlot } from '#app/core/limits/quote-slots.ts';
import { parseJson, readJsonBytes } from '#app/http/body/read-body.ts';
import { validate } from '#app/http/body/validate.ts';
import { errorResponse, toAppError } from '#app/http/error-response.ts';
import { JsonResponse, WrittenResponse, type Answer } from '#app/http/response/written-response.ts';
import { openStream } from '#app/http/session/open-stream.ts';
import { readCaller } from '#app/http/session/session.ts';

const DEFAULT_MAX_BYTES = 1024 * 1024;

type ApiMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

type Access = 'user' | 'admin' | 'none';

export type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

/** The input of a route's method. */
export interface InputSpec<Params, Query, Body> {
  /** Schemas of the path's parameters and of the query (one text for each name). */
  params?: Params;
  query?: Query;
  /** Schema of the JSON body, or a function that creates it, for messages in the caller's language. */
  body?: Body | ((request: ApiRequest) => Promise<Body>);
  maxBytes?: number;
  /** Maximum number of values in the JSON of the body. */
  maxValues?: number;
  /**
   * The kind of quota that a request uses, before its body is read; absent: requests that change data use the
   * write quota.
   */
  counts?: 'message' | 'quote';
}

interface EndpointSpec<Auth extends Access, Params, Query, Body> extends InputSpec<Params, Query, Body> {
  auth: Auth;
  /** An open stream: its `context.closed` is also aborted within a second of the session's end. */
  stream?: boolean;
}

interface EndpointArgs<Auth extends Access, Params, Query, Body> {
  request: ApiRequest;
  /** `context.closed` is aborted when the caller disconnects. */
  context: AppLoadContext;
  user: Auth extends 'none' ? null : Caller['user'];
  session: Auth extends 'none' ? null : Caller['session'];
  params: Params;
  query: Query;
  body: Body;
  /** The body as it was received. */
  bytes: Uint8Array;
}

/** Renders an error as an answer to the request with the given id. */
export type RenderError = (error: AppError, requestId: string) => Answer;

/** The arguments of a route: Remix's own arguments fit, but fewer are needed. */
interface ApiArgs {
  request: ApiRequest;
  context: AppLoadContext;
  params: Record<string, string | undefined>;
}

/** One method of a route, ready to run. */
export type Endpoint = (args: ApiArgs) => Promise<Answer>;

/** Answers any method of a path under /api that has no route: 404 as JSON. */
export const unknownPath: Endpoint = async ({ request }) => {
  const { pathname } = new URL(request.url);
  return errorResponse(new AppError('not_found', { message: `There is nothing at ${pathname}.` }));
};

/**
 * Declares one method of a JSON route: its required access and its input. The handler gets validated values
 * and returns a Response, data that becomes JSON, or nothing (204).
 * A path parameter that does not fit its schema is answered with 404.
 */
export function endpoint<
  Auth extends Access,
  Params extends z.ZodType | undefined = undefined,
  Query extends z.ZodType | undefined = undefined,
  Body extends z.ZodType | undefined = undefined,
>(
  spec: EndpointSpec<Auth, Params, Query, Body>,
  handler: (args: EndpointArgs<Auth, Parsed<Params>, Parsed<Query>, Parsed<Body>>) => unknown,
): Endpoint {
  return async ({ request, context, params }) => {
    const caller = spec.auth === 'none' ? null : await admit(request, context, spec.auth);
    const isQuote = spec.counts === 'quote';
    if (caller && spec.counts)
      await consumeQuota({ userId: caller.user.id, keyId: null, address: context.clientAddress, isQuote });
    else if (caller && request.method !== 'GET' && request.method !== 'HEAD')
      await consumeWriteQuota(caller.user.id);
    const endQuote = caller && isQuote ? takeQuoteSlot(caller.user.id) : null;
    try {
      const inputs = await readInputs(spec, request, params);
      const answer = await handler({
        request,
        context: spec.stream && caller ? openStream(context, caller) : context,
        user: caller?.user ?? null,
        session: caller?.session ?? null,
        ...inputs,
      } as EndpointArgs<Auth, Parsed<Params>, Parsed<Query>, Parsed<Body>>);
      return toResponse(answer);
    } finally {
      endQuote?.();
    }
  };
}

const NO_BYTES = new Uint8Array();

/**
 * Reads and validates path, query and body of a request.
 * @returns also the unchanged bytes of the body; empty if the route has no body
 * @throws AppError not_found, invalid_request, payload_too_large, unsupported_media_type
 */
export async function readInputs<
  Params extends z.ZodType | undefined,
  Query extends z.ZodType | undefined,
  Body extends z.ZodType | undefined,
>(
  spec: InputSpec<Params, Query, Body>,
  request: ApiRequest,
  params: unknown,
): Promise<{ params: Parsed<Params>; query: Parsed<Query>; body: Parsed<Body>; bytes: Uint8Array }> {
  if (spec.params && !spec.params.safeParse(params).success) throw notFound();
  const bytes = spec.body ? await readJsonBytes(request, spec.maxBytes ?? DEFAULT_MAX_BYTES) : NO_BYTES;
  const body = spec.body ? parseJson(bytes, spec.maxValues) : undefined;
  const schema = typeof spec.body === 'function' ? await spec.body(request) : spec.body;
  return {
    params: (spec.params && validate(spec.params, params)) as Parsed<Params>,
    query: (spec.query && validate(spec.query, queryOf(request))) as Parsed<Query>,
    body: (schema && validate(schema, body)) as Parsed<Body>,
    bytes,
  };
}

function queryOf({ url }: ApiRequest): Record<string, string> {
  return Object.fromEntries(new URL(url).searchParams);
}

/** Converts a handler's result into a Response: data becomes JSON, nothing becomes 204. */
export function toResponse(answer: unknown): Answer {
  if (answer instanceof WrittenResponse || answer instanceof Response) return answer;
  if (answer === undefined) return new Response(null, { status: 204 });
  return new JsonResponse(answer, { headers: { 'cache-control': 'no-store' } });
}

async function admit(
  request: ApiRequest,
  context: AppLoadContext,
  access: 'user' | 'admin',
): Promise<Caller> {
  const caller = await readCaller(request, context);
  if (!caller) throw new AppError('unauthenticated', { message: 'Please sign in.' });
  if (access === 'admin' && caller.user.role !== 'ADMIN')
    throw new AppError('forbidden', { message: 'This is for administrators only.' });
  return caller;
}

function notFound(): AppError {
  return new AppError('not_found', { message: 'Not found.' });
}

/**
 * Creates the loader and the action of a JSON resource route from its methods:
 *
 *     const route = apiRoute({ GET: endpoint({ auth: 'user' }, ({ user }) => readBalance(user.id)) });
 *     export const loader = route.loader;
 *     export const action = route.action;
 *
 * (Not `export const { loader, action }`: Remix cannot strip destructured exports from the browser's bundle.)
 * Answers any other method with 405 and Allow; answers an error with its status and the output of `render`.
 */
export function apiRoute(
  methods: Partial<Record<ApiMethod, Endpoint>>,
  render: RenderError = errorResponse,
): { loader: Endpoint; action: Endpoint } {
  const answer: Endpoint = async (args) => {
    try {
      const method = args.request.method === 'HEAD' ? 'GET' : args.request.method;
      const run = methods[method as ApiMethod];
      return run ? await run(args) : refuseMethod(args, methods, render);
    } catch (error) {
      if (error instanceof Response) return error;
      // The work was aborted because the caller disconnected; the answer reaches no client.
      if (error === args.context.closed.reason) return new Response(null, { status: 499 });
      const { requestId } = args.context;
      return render(toAppError(error, requestId), requestId);
    }
  };
  return { loader: answer, action: answer };
}

function refuseMethod(
  { request: { method }, context }: ApiArgs,
  methods: Partial<Record<ApiMethod, Endpoint>>,
  render: RenderError,
): Answer {
  const allow = Object.keys(methods).flatMap((name) => (name === 'GET' ? ['GET', 'HEAD'] : [name]));
  const headers = { allow: [...allow, 'OPTIONS'].join(', ') };
  if (method === 'OPTIONS') return new Response(null, { status: 204, headers });
  const error = new AppError('method_not_allowed', { message: `${method} is not possible here.` });
  const refused = render(error, context.requestId);
  refused.headers.set('allow', headers.allow);
  return refused;
}
