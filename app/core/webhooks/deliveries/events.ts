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

/** The endpoint that an event is sent to. */
interface Recipient {
  id: string;
  userId: string;
}

/** Sends a test event without content to an endpoint. @returns the event. @throws AppError not_found */
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
 * Sends an event once more, with the same id: a delivery that succeeded or was given up starts over; one that
 * waits for its next try gets an extra try now.
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
    // A new subject: the previous job may be about to end.
    const payload = { deliveryId, ...(isExtra && { isExtra }) };
    return writeFollowUps(tx, [{ job: 'deliver-webhook', subject: newId(), payload }]);
  });
  jobs.forEach(enqueueFollowUp);
}

/**
 * Sends the end of a job to the endpoints that subscribe to it. The event has the same id on every call, so
 * each endpoint receives it once.
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
 * Stores deliveries of an event and the jobs that send them. Endpoints that have this event already are
 * skipped.
 * @returns the ids of the jobs, to be enqueued after the commit
 */
async function writeDeliveries(
  tx: Transaction,
  event: WebhookPayload,
  endpoints: readonly Recipient[],
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
