import { Session } from '#db/models/accounts.ts';
import type { Autocommit } from '#db/transaction.ts';
import { newId } from '#app/core/platform/ids.ts';
import { SESSION_IDLE_MS } from './session-lifetime.ts';
import type { SessionKind } from './session-user.ts';

/** From where a session was begun, for the list in which its owner looks for strangers. */
export interface SessionOrigin {
  userAgent: string | null;
  address: string | null;
}

/**
 * Begins a session.
 * @returns its id
 */
export async function startSession(
  tx: Autocommit,
  { userId, kind, userAgent, address }: SessionOrigin & { userId: string; kind: SessionKind },
  now = new Date(),
): Promise<string> {
  const id = newId();
  await Session.create(
    {
      id,
      userId,
      kind,
      refreshCounter: 0,
      userAgent: userAgent?.slice(0, 255) ?? null,
      address: address?.slice(0, 64) ?? null,
      createdAt: now,
      seenAt: now,
      expiresAt: new Date(now.getTime() + SESSION_IDLE_MS),
    },
    { transaction: tx },
  );
  return id;
}
