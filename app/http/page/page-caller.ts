import { redirect } from '@remix-run/node';
import type { AppLoadContext, LoaderFunctionArgs } from '@remix-run/node';
import { AppError } from '#app/contracts/errors.ts';
import { parseUrl } from '#app/contracts/text/parse-url.ts';
import type { Caller, SessionUser } from '#app/core/accounts/sessions/session-user.ts';
import { openStream } from '#app/http/session/open-stream.ts';
import { readCaller } from '#app/http/session/session.ts';

/**
 * The callers that a page is for: signed-in users (a visitor is redirected to sign in), administrators (for
 * all others the page does not exist), visitors and users alike, or callers that it does not look up.
 */
export type PageAccess = 'user' | 'admin' | 'visitor' | 'none';

/** Returns the redirect of a visitor who must sign in first. */
export type LeadToSignIn = (args: LoaderFunctionArgs) => Response | Promise<Response>;

/**
 * Returns the caller of a page; null for a visitor, or if the page does not look callers up. (JSON calls
 * declare `auth: 'user'` to `endpoint` and respond with 401.)
 * @param leadToSignIn for a visitor whose request holds more than the address of a page
 * @throws Response redirect to /login, with a notice for a banned user; 404 for a page of administrators
 */
export async function admitCaller(
  access: PageAccess,
  args: LoaderFunctionArgs,
  leadToSignIn: LeadToSignIn = signInAndComeBack,
): Promise<Caller | null> {
  if (access === 'none') return null;
  const caller = await callerOrBanned(args.request, args.context);
  if (access === 'user') {
    if (caller === 'banned') throw redirect('/login?notice=ban');
    if (caller === null) throw await leadToSignIn(args);
    return caller;
  }
  const found = caller === 'banned' ? null : caller;
  if (access === 'admin' && found?.user.role !== 'ADMIN') throw new Response(null, { status: 404 });
  return found;
}

/** Redirects to the sign-in, which leads back to the page. */
export function signInAndComeBack({ request }: { request: Request }): Response {
  return redirect(`/login?redirectTo=${encodeURIComponent(pageOf(request))}`);
}

/**
 * Returns the user of an open stream that is not a JSON call, with a context for the stream: its `closed` is
 * also aborted within a second of the session's end. Null for a visitor or a banned user.
 * @throws AppError too_many_streams
 */
export async function findReader(
  request: Request,
  context: AppLoadContext,
): Promise<{ user: SessionUser; context: AppLoadContext } | null> {
  const caller = await callerOrBanned(request, context);
  if (caller === null || caller === 'banned') return null;
  return { user: caller.user, context: openStream(context, caller) };
}

async function callerOrBanned(request: Request, context: AppLoadContext): Promise<Caller | 'banned' | null> {
  try {
    return await readCaller(request, context);
  } catch (error) {
    if (error instanceof AppError && error.code === 'ban') return 'banned';
    throw error;
  }
}

/** Returns the page to come back to: the requested one, or the one whose form was sent. */
function pageOf(request: Request): string {
  const { pathname, search, origin } = new URL(request.url);
  if (request.method === 'GET' || request.method === 'HEAD') return pathname + search;
  const referer = request.headers.get('referer') ?? '';
  if (parseUrl(referer)?.origin !== origin) return pathname;
  return referer.slice(origin.length);
}
