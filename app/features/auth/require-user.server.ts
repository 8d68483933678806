import { redirect } from '@remix-run/node';
import type { AppLoadContext } from '@remix-run/node';
import { AppError } from '#app/contracts/errors.ts';
import { parseUrl } from '#app/contracts/text/parse-url.ts';
import type { Caller, SessionUser } from '#app/core/accounts/sessions/session-user.ts';
import { readCaller } from '#app/http/session/session.ts';
import { openStream } from '#app/http/session/open-stream.ts';

/**
 * The caller of a page that needs one; a visitor is sent to sign in and comes back afterwards.
 * (JSON calls declare `auth: 'user'` instead and answer 401.)
 * @param leadToSignIn where a visitor is sent who brings more than the address of a page
 * @throws Response redirect to /login, which says so when the user is banned
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

/** The user of a page that needs one; see `requireCaller`. */
export async function requireUser(...asked: Parameters<typeof requireCaller>): Promise<SessionUser> {
  return (await requireCaller(...asked)).user;
}

async function signInAndComeBack(request: Request): Promise<Response> {
  return redirect(`/login?redirectTo=${encodeURIComponent(pageOf(request))}`);
}

/** The user of a page that visitors may see too, or null; who is banned is a visitor. */
export async function findUser(request: Request, context: AppLoadContext): Promise<SessionUser | null> {
  const caller = await callerOrBanned(request, context);
  return caller === 'banned' ? null : (caller?.user ?? null);
}

/**
 * The user of an open stream that is no JSON call, with the context to stream by: its `closed` is also
 * aborted within a second of the session's end. null for a visitor, or one who is banned.
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

/** The page to come back to: the one asked for, or the one whose form was sent. */
function pageOf(request: Request): string {
  const { pathname, search, origin } = new URL(request.url);
  if (request.method === 'GET' || request.method === 'HEAD') return pathname + search;
  const referer = request.headers.get('referer') ?? '';
  if (parseUrl(referer)?.origin !== origin) return pathname;
  return referer.slice(origin.length);
}
