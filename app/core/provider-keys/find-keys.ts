import { selectRow, selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import type { NamedKey, ProviderKey } from './provider-key.ts';

const LIVING = `SELECT name, expires_at AS expiresAt, created_at AS createdAt
  FROM provider_keys WHERE user_id = ? AND expires_at > ?`;

/** The keys of a person that have not expired. */
export function listKeys(userId: string): Promise<ProviderKey[]> {
  return selectRows(AUTOCOMMIT, `${LIVING} ORDER BY name`, [userId, new Date()]);
}

/** A person's key for an endpoint; undefined where there is none that has not expired. */
export function findKey({ userId, name }: NamedKey): Promise<ProviderKey | undefined> {
  return selectRow(AUTOCOMMIT, `${LIVING} AND name = ?`, [userId, new Date(), name]);
}
