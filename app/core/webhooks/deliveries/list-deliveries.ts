import { selectRows } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';
import { DELIVERY_COLUMNS, type Delivery } from './delivery.ts';

/** What was sent to an endpoint last, the newest first. */
export function listDeliveries(
  tx: Tx,
  { endpointId, most }: { endpointId: string; most: number },
): Promise<Delivery[]> {
  return selectRows(
    tx,
    `SELECT ${DELIVERY_COLUMNS} FROM webhook_deliveries d WHERE d.endpoint_id = ? ORDER BY d.id DESC LIMIT ?`,
    [endpointId, most],
  );
}

/**
 * What was sent for a user, in the order of its ids.
 * @param page.after the last id of the page before, '' to begin with
 */
export function pageDeliveries(
  tx: Tx,
  { userId, after, most }: { userId: string; after: string; most: number },
): Promise<Delivery[]> {
  return selectRows(
    tx,
    `SELECT ${DELIVERY_COLUMNS} FROM webhook_deliveries d WHERE d.user_id = ? AND d.id > ? ORDER BY d.id LIMIT ?`,
    [userId, after, most],
  );
}
