import { isId } from '#app/core/platform/ids.ts';
import { selectRow, selectRows } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';
import type { FoundUser } from './search-users.ts';

/** What an operator sees of a user: no hash, no secret. */
export interface UserProfile extends FoundUser {
  emailVerifiedAt: Date | null;
  locale: string | null;
  defaultModel: string | null;
  banReason: string | null;
}

/** The user of this id, deleted ones too, or null. */
export async function findProfile(tx: Tx, id: string): Promise<UserProfile | null> {
  if (!isId(id)) return null;
  const row = await selectRow<UserProfile>(
    tx,
    `SELECT id, email, email_verified_at AS emailVerifiedAt, name, username, role, locale,
       default_model AS defaultModel, banned_at AS bannedAt, banned_until AS bannedUntil, ban_reason AS banReason,
       deleted_at AS deletedAt, created_at AS createdAt
     FROM users WHERE id = ?`,
    [id],
  );
  return row ?? null;
}

/** The addresses of users who have not deleted their account, by id. */
export async function emailsOf(tx: Tx, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await selectRows<{ id: string; email: string }>(
    tx,
    'SELECT id, email FROM users WHERE id IN (?) AND deleted_at IS NULL',
    [[...new Set(ids)]],
  );
  return new Map(rows.map(({ id, email }) => [id, email]));
}
