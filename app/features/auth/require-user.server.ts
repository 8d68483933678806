import { redirect } from '@remix-run/node';
import type { AppLoadContext } from '@remix-run/node';
import { AppError } from '#app/contracts/errors.ts';
import { parseUrl } from '#app/contracts/text/parse-url.ts';
import type { Caller, SessionUser } from '#app/core/accounts/sessions/session-user.ts';
import { readCaller } from '#app/http/session/session.ts';
import { openStream } from '#app/http/session/open-stream.ts';

/**
 * Returns the caller of a page that requires a sign-in; a visitor is redirected to sign in and returns
 * afterwards. (JSON calls declare `auth: 'user'` instead and respond with 401.)
 * @param leadToSignIn returns the redirect of a visitor whose request holds more than the address of a page
 * @throws Response redirect to /login, with a notice for a banned user
 */
export async function requireCaller(
  request: Request,
  context: AppLoadContext,
  leadToSignIn = signInAndComeBack,
): Promise<Caller> {
  const caller = await callerOrBanned(request, context);
  if (caller === 'banned') throw redirect('/login?notice=ban');
  if (caller) return caller;
  throw await leadToSignIn(request);
}

/** Returns the user of a page that requires a sign-in; see `requireCaller`. */
export async function requireUser(...asked: Parameters<typeof requireCaller>): Promise<SessionUser> {
  return (await requireCaller(...asked)).user;
}

async function signInAndComeBack(request: Request): Promise<Response> {
  return redirect(`/login?redirectTo=${encodeURIComponent(pageOf(request))}`);
}

/** Returns the user of a page that visitors may see too, or null; a banned user counts as a visitor. */
export async function findUser(request: Request, context: AppLoadContext): Promise<SessionUser | null> {
  const caller = await callerOrBanned(request, context);
  return caller === 'banned' ? null : (caller?.user ?? null);
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
