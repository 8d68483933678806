import { selectRows } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';
import type { SessionKind } from './session-user.ts';

/** A session as its owner may keep it: none of what opens it. */
export interface KeptSession {
  id: string;
  kind: SessionKind;
  userAgent: string | null;
  address: string | null;
  createdAt: Date;
  seenAt: Date;
  expiresAt: Date;
  endedAt: Date | null;
}

/**
 * Sessions of a user that are still on record, ended ones too, in the order of their ids.
 * @param page.after the last id of the page before, '' to begin with
 */
export function pageSessions(
  tx: Tx,
  { userId, after, most }: { userId: string; after: string; most: number },
): Promise<KeptSession[]> {
  return selectRows<KeptSession>(
    tx,
    `SELECT id, kind, user_agent AS userAgent, address, created_at AS createdAt, seen_at AS seenAt,
       expires_at AS expiresAt, ended_at AS endedAt
     FROM sessions WHERE user_id = ? AND id > ? ORDER BY id LIMIT ?`,
    [userId, after, most],
  );
}
