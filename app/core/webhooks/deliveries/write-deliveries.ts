import type { WebhookPayload } from '#app/contracts/webhooks/endpoint.ts';
import { writeFollowUps } from '#app/core/follow-ups/outbox.ts';
import { newId } from '#app/core/platform/ids.ts';
import { write } from '#db/sql.ts';
import type { Transaction } from '#db/transaction.ts';

/** Where an event is to be sent to. */
interface Addressee {
  id: string;
  userId: string;
}

/**
 * Writes that an event is to be sent, with the jobs that send it. An endpoint that has it already is not sent it again.
 * @returns the ids of the jobs, to be enqueued after the commit
 */
export async function writeDeliveries(
  tx: Transaction,
  event: WebhookPayload,
  endpoints: readonly Addressee[],
): Promise<string[]> {
  if (endpoints.length === 0) return [];
  const now = new Date();
  const rows = endpoints.map(({ id: endpointId, userId }) => ({ id: newId(), endpointId, userId }));
  await write(
    tx,
    `INSERT INTO webhook_deliveries (id, endpoint_id, user_id, event_id, type, payload, next_at, created_at) VALUES ?
     ON DUPLICATE KEY UPDATE id = id`,
    [
      rows.map(({ id, endpointId, userId }) => [
        id,
        endpointId,
        userId,
        event.id,
        event.type,
        JSON.stringify(event),
        now,
        now,
      ]),
    ],
  );
  return writeFollowUps(
    tx,
    rows.map(({ id: deliveryId }) => ({
      job: 'deliver-webhook',
      subject: deliveryId,
      payload: { deliveryId },
    })),
  );
}
