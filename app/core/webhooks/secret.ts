import { createHmac, randomBytes } from 'node:crypto';
import { currentPrefix, open, seal, sealAgain, type Resealed } from '#app/core/vault/vault.ts';
import { change, selectRows } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';

const PREFIX = 'whsec_';

const KEY_BYTES = 32;

/** The endpoint of a secret. */
interface Owner {
  id: string;
  userId: string;
}

const SEALED_COLUMNS = ['sealed_secret', 'old_secret'] as const;

interface SealedRow {
  id: string;
  userId: string;
  sealed: string;
}

/** A secret in the format of Standard Webhooks: `whsec_` and a key of 32 bytes as base64. */
export function newSecret(): string {
  return `${PREFIX}${randomBytes(KEY_BYTES).toString('base64')}`;
}

/** The vault binding of a sealed secret. */
export const bindingOf = ({ id, userId }: Owner) =>
  ({ ownerId: userId, purpose: `webhook-secret:${id}` }) as const;

export const sealSecret = (secret: string, owner: Owner): string => seal(secret, bindingOf(owner));

/** @throws VaultError when its encryption key is gone or the row was changed */
export const openSecret = (sealed: string, owner: Owner): string => open(sealed, bindingOf(owner));

/** The signed data: an event's id, the time in Unix seconds, and the body as it is sent. */
export interface Signed {
  id: string;
  timestamp: number;
  body: string;
}

/**
 * The headers of Standard Webhooks, which `webhooks.unwrap` of OpenAI's clients verifies.
 * @param secrets each of them signs: two while one replaces the other
 */
export function signedHeaders({ id, timestamp, body }: Signed, secrets: readonly string[]) {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  };
}

/**
 * Seals again every secret of an endpoint that an older encryption key has sealed. It can be repeated and run
 * during normal operation: a secret that changes meanwhile is skipped.
 * @returns how many were sealed again, and how many could not be opened
 */
export async function resealSecrets(tx: Tx, batch = 500): Promise<Resealed> {
  const total = { resealed: 0, failed: 0 };
  for (const column of SEALED_COLUMNS) {
    const { resealed, failed } = await resealColumn(tx, column, batch);
    total.resealed += resealed;
    total.failed += failed;
  }
  return total;
}

async function resealColumn(
  tx: Tx,
  column: (typeof SEALED_COLUMNS)[number],
  batch: number,
): Promise<Resealed> {
  const current = currentPrefix();
  const count = { resealed: 0, failed: 0 };
  for (let after = ''; ;) {
    const rows = await selectRows<SealedRow>(
      tx,
      `SELECT id, user_id AS userId, ${column} AS sealed FROM webhook_endpoints
       WHERE id > ? AND LEFT(${column}, ?) <> ? ORDER BY id LIMIT ?`,
      [after, current.length, current, batch],
    );
    for (const { id, userId, sealed } of rows) {
      const fresh = sealAgain(sealed, bindingOf({ id, userId }));
      if (fresh === null) count.failed += 1;
      else
        count.resealed += await change(
          tx,
          `UPDATE webhook_endpoints FORCE INDEX (PRIMARY) SET ${column} = ? WHERE id = ? AND ${column} = ?`,
          [fresh, id, sealed],
        );
    }
    const last = rows.at(-1);
    if (!last) return count;
    after = last.id;
  }
}
