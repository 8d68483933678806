import { AppError } from '#app/contracts/errors.ts';
import { TEST_EVENT, type WebhookPayload } from '#app/contracts/webhooks/endpoint.ts';
import { writeFollowUps } from '#app/core/follow-ups/outbox.ts';
import { isId, newId } from '#app/core/platform/ids.ts';
import { enqueueFollowUp } from '#app/core/queue/enqueue.ts';
import { selectRow, write } from '#db/sql.ts';
import { transaction } from '#db/transaction.ts';
import { lockEndpoint, type NamedEndpoint } from '../find-endpoint.ts';
import type { DeliveryState } from '#app/contracts/webhooks/endpoint.ts';
import { writeDeliveries } from './write-deliveries.ts';

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
