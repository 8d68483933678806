import { AppError } from '#app/contracts/errors.ts';
import { TEST_EVENT, type DeliveryState, type WebhookPayload } from '#app/contracts/webhooks/endpoint.ts';
import { writeFollowUps } from '#app/core/follow-ups/outbox.ts';
import { isId, newId } from '#app/core/platform/ids.ts';
import { enqueueFollowUp } from '#app/core/queue/enqueue.ts';
import { listEndpoints, lockEndpoint, stateOf, type NamedEndpoint } from '#app/core/webhooks/endpoint.ts';
import { selectRow, write } from '#db/sql.ts';
import { AUTOCOMMIT, transaction, type Transaction } from '#db/transaction.ts';

/** The end of a job. */
interface JobEnd {
  userId: string;
  generationId: string;
  /** `video.completed` */
  type: string;
  /** Unix seconds. */
  at: number;
}

/** Where an event is to be sent to. */
interface Addressee {
  id: string;
  userId: string;
}

/** Sends an event to an endpoint that says nothing but that it arrives. @returns it. @throws AppError not_found */
export async function sendTest(named: NamedEndpoint, now = new Date()): Promise<WebhookPayload> {
  const event: WebhookPayload = {
    id: `evt_${newId().replaceAll('-', '')}`,
    object: 'event',
    created_at: Math.floor(now.getTime() / 1000),
    type: TEST_EVENT,
    data: { id: named.endpointId },
  };
  const jobs = await transaction(async (tx) => {
    const endpoint = await lockEndpoint(tx, named);
    return writeDeliveries(tx, event, [endpoint]);
  });
  jobs.forEach(enqueueFollowUp);
  return event;
}

/**
 * Sends an event once more, with the id that it has: one that was taken or given up begins anew; one that waits for its next try
 * is tried now, too.
 * @throws AppError not_found
 */
export async function sendAgain(named: NamedEndpoint, deliveryId: string): Promise<void> {
  const jobs = await transaction(async (tx) => {
    await lockEndpoint(tx, named);
    const delivery = isId(deliveryId)
      ? await selectRow<{ state: DeliveryState }>(
          tx,
          'SELECT state FROM webhook_deliveries FORCE INDEX (PRIMARY) WHERE id = ? AND endpoint_id = ? FOR UPDATE',
          [deliveryId, named.endpointId],
        )
      : undefined;
    if (!delivery) throw new AppError('not_found', { message: 'There is no such delivery.', param: 'id' });
    const isExtra = delivery.state === 'waiting';
    if (!isExtra)
      await write(
        tx,
        `UPDATE webhook_deliveries SET state = 'waiting', tries = 0, next_at = NOW(3) WHERE id = ?`,
        [deliveryId],
      );
    // A subject of its own: the job of before may be about to end.
    const payload = { deliveryId, ...(isExtra && { isExtra }) };
    return writeFollowUps(tx, [{ job: 'deliver-webhook', subject: newId(), payload }]);
  });
  jobs.forEach(enqueueFollowUp);
}

/**
 * Sends the end of a job to the endpoints that want to hear of it. Its event has the same id however often this is done, so each
 * endpoint is sent it once.
 */
export async function announceJob({ userId, generationId, type, at }: JobEnd): Promise<void> {
  const endpoints = await listEndpoints(AUTOCOMMIT, userId);
  const wanting = endpoints.filter(
    (endpoint) => stateOf(endpoint) === 'on' && endpoint.events.some((event) => event === type),
  );
  const id = `evt_${generationId.replaceAll('-', '')}`;
  const event: WebhookPayload = { id, object: 'event', created_at: at, type, data: { id: generationId } };
  const jobs = await transaction((tx) => writeDeliveries(tx, event, wanting));
  jobs.forEach(enqueueFollowUp);
}

/**
 * Writes that an event is to be sent, with the jobs that send it. An endpoint that has it already is not sent it again.
 * @returns the ids of the jobs, to be enqueued after the commit
 */
async function writeDeliveries(
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
