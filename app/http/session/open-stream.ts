import type { AppLoadContext } from '@remix-run/node';
import { AppError } from '#app/contracts/errors.ts';
import type { Caller } from '#app/core/accounts/sessions/session-user.ts';
import { config } from '#app/core/platform/config.ts';
import { countedAddress } from '#app/core/platform/throttle.ts';
import { watchSession } from './live-watch.ts';

const RETRY_SECONDS = 10;

/** Number of open streams of this process, by account and by address. */
const open = new Map<string, number>();

/**
 * Creates the context of a stream: it counts against its reader's account and address until its connection
 * closes, and its `closed` is also aborted when the session ends. Each process counts separately, since a
 * user with a thousand tabs would exhaust the memory and sockets of the process.
 * @throws AppError too_many_streams with the seconds to wait
 */
export function openStream(context: AppLoadContext, { user, session }: Caller): AppLoadContext {
  const { LIMIT_STREAMS, LIMIT_STREAMS_ADDRESS } = config();
  const limits: [string, number][] = [
    [`account ${user.id}`, LIMIT_STREAMS],
    [`address ${countedAddress(context.clientAddress)}`, LIMIT_STREAMS_ADDRESS],
  ];
  if (limits.some(([key, limit]) => limit > 0 && (open.get(key) ?? 0) >= limit))
    throw new AppError('too_many_streams', {
      message: 'Too many streams are open at once.',
      retryAfterSeconds: RETRY_SECONDS,
    });
  if (!context.closed.aborted) for (const [key] of limits) count(key, context.closed);
  return { ...context, closed: watchSession(session.id, context.closed) };
}

function count(key: string, closed: AbortSignal): void {
  open.set(key, (open.get(key) ?? 0) + 1);
  const leave = () => {
    const left = (open.get(key) ?? 1) - 1;
    if (left === 0) open.delete(key);
    else open.set(key, left);
  };
  closed.addEventListener('abort', leave, { once: true });
}
