import type { DeliveryProblem, DeliveryState, DeliveryView } from '#app/contracts/webhooks/endpoint.ts';
import { selectRows } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';

/** An event that is sent to an endpoint. */
export interface Delivery {
  id: string;
  endpointId: string;
  userId: string;
  eventId: string;
  type: string;
  /** The body of each try. */
  payload: string;
  state: DeliveryState;
  tries: number;
  /** The last status from the endpoint, or the problem if there was none. */
  status: number | null;
  problem: DeliveryProblem | null;
  nextAt: Date | null;
  createdAt: Date;
}

export const DELIVERY_COLUMNS = `d.id, d.endpoint_id AS endpointId, d.user_id AS userId, d.event_id AS eventId, d.type,
  d.payload, d.state, d.tries, d.last_status AS status, d.problem, d.next_at AS nextAt, d.created_at AS createdAt`;

/** A delivery as its owner may see it. */
export function viewDelivery(delivery: Delivery): DeliveryView {
  const { id, eventId, type, state, tries, status, problem, nextAt, createdAt } = delivery;
  return {
    id,
    eventId,
    type,
    state,
    tries,
    status,
    problem,
    createdAt: createdAt.toISOString(),
    nextAt: nextAt?.toISOString() ?? null,
  };
}

/** Lists the latest deliveries of an endpoint, newest first. */
export function listDeliveries(
  tx: Tx,
  { endpointId, max }: { endpointId: string; max: number },
): Promise<Delivery[]> {
  return selectRows(
    tx,
    `SELECT ${DELIVERY_COLUMNS} FROM webhook_deliveries d WHERE d.endpoint_id = ? ORDER BY d.id DESC LIMIT ?`,
    [endpointId, max],
  );
}

/**
 * Lists deliveries of a user, in the order of their ids.
 * @param page.after the last id of the previous page; '' for the first page
 */
export function pageDeliveries(
  tx: Tx,
  { userId, after, max }: { userId: string; after: string; max: number },
): Promise<Delivery[]> {
  return selectRows(
    tx,
    `SELECT ${DELIVERY_COLUMNS} FROM webhook_deliveries d WHERE d.user_id = ? AND d.id > ? ORDER BY d.id LIMIT ?`,
    [userId, after, max],
  );
}
