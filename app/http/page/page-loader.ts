import type { AppLoadContext, LoaderFunctionArgs } from '@remix-run/node';
import type { Caller } from '#app/core/accounts/sessions/session-user.ts';
import { newestUserEvent } from '#app/core/realtime/user-events.ts';
import { errorResponse, toAppError } from '#app/http/error-response.ts';
import { admitCaller, type LeadToSignIn, type PageAccess } from './page-caller.ts';

/** A request for a page, or of one of its forms, with its caller. */
export interface PageRequest<Auth extends PageAccess = 'user'> {
  /** Null for a visitor. */
  user: CallerPart<Auth, 'user'>;
  session: CallerPart<Auth, 'session'>;
  request: Request;
  url: URL;
  params: LoaderFunctionArgs['params'];
  context: AppLoadContext;
}

type CallerPart<Auth extends PageAccess, Part extends keyof Caller> = {
  user: Caller[Part];
  admin: Caller[Part];
  visitor: Caller[Part] | null;
  none: null;
}[Auth];

const newestEvents = new WeakMap<AppLoadContext, Promise<number>>();

/**
 * The number of a user's newest event when the request began, read once for all loaders of a request, before
 * any of them reads anything else: an event during their reads has a higher number.
 */
export function readNewestEvent(context: AppLoadContext, userId: string): Promise<number> {
  let reading = newestEvents.get(context);
  if (!reading) {
    reading = newestUserEvent(userId);
    newestEvents.set(context, reading);
  }
  return reading;
}

/**
 * Declares the loader of a page: its function gets the request and the caller whom `auth` admits, and returns
 * the page's data. A thrown error becomes the error page of its status.
 * @param load may take more arguments after the page; its route passes them on
 */
export function pageLoader<Auth extends PageAccess, Data, Rest extends unknown[] = []>(
  { auth }: { auth: Auth },
  load: (page: PageRequest<Auth>, ...rest: Rest) => Data | Promise<Data>,
): (args: LoaderFunctionArgs, ...rest: Rest) => Promise<Data> {
  return async (args, ...rest) => {
    try {
      const page = await openPage(auth, args);
      if (page.user) await readNewestEvent(args.context, page.user.id);
      return await load(page, ...rest);
    } catch (error) {
      throw asThrown(error, args.context.requestId);
    }
  };
}

/**
 * Finds the caller of a page's request.
 * @throws Response as `admitCaller`
 */
export async function openPage<Auth extends PageAccess>(
  auth: Auth,
  args: LoaderFunctionArgs,
  leadToSignIn?: LeadToSignIn,
): Promise<PageRequest<Auth>> {
  const caller = await admitCaller(auth, args, leadToSignIn);
  const { user, session } = caller ?? { user: null, session: null };
  const { request, params, context } = args;
  return { user, session, request, url: new URL(request.url), params, context } as PageRequest<Auth>;
}

/** Converts an error into the Response that Remix shows an error page for; a Response stays as it is. */
export function asThrown(error: unknown, requestId: string): Response {
  return error instanceof Response ? error : errorResponse(toAppError(error, requestId));
}
