import type { DeliveryProblem } from '#app/contracts/webhooks/endpoint.ts';
import { writeFollowUps } from '#app/core/follow-ups/outbox.ts';
import { lowestIdAt } from '#app/core/platform/ids.ts';
import { enqueueFollowUp } from '#app/core/queue/enqueue.ts';
import { change, write } from '#db/sql.ts';
import { transaction } from '#db/transaction.ts';
import type { Delivery } from './delivery.ts';

/** An endpoint is switched off once so many tries have failed in a row, over so many days. */
const MOST_FAILURES = 10;
const MOST_DAYS = 3;
/** Milliseconds for which it is shown what was sent. */
const KEPT_MS = 30 * 24 * 60 * 60_000;
/** Old rows that go with each one that was delivered. */
const PRUNED = 100;

type Sent = Pick<Delivery, 'id' | 'endpointId'>;

/** An endpoint has taken an event. */
export async function noteDelivered({ id, endpointId }: Sent, status: number): Promise<void> {
  await transaction(async (tx) => {
    await write(tx, 'UPDATE webhook_endpoints SET failures = 0, failing_since = NULL WHERE id = ?', [
      endpointId,
    ]);
    await write(
      tx,
      `UPDATE webhook_deliveries SET state = 'delivered', tries = tries + 1, last_status = ?, problem = NULL, next_at = NULL
       WHERE id = ?`,
      [status, id],
    );
    await write(tx, 'DELETE FROM webhook_deliveries WHERE endpoint_id = ? AND id < ? LIMIT ?', [
      endpointId,
      lowestIdAt(new Date(Date.now() - KEPT_MS)),
      PRUNED,
    ]);
  });
}

interface Failure {
  status: number | null;
  problem: DeliveryProblem | null;
  /** null: it is given up. `as it was`: beside the tries that are due. */
  nextInS: number | null | 'as it was';
  /** Against the endpoint. */
  counts: boolean;
  /** The endpoint wants nothing any more. */
  isGone: boolean;
}

/** An endpoint has not taken an event. One that takes nothing for days is switched off, and its owner is told. */
export async function noteFailed({ id, endpointId }: Sent, failure: Failure): Promise<void> {
  const { status, problem, nextInS, counts, isGone } = failure;
  const mails = await transaction(async (tx) => {
    if (counts)
      await write(
        tx,
        `UPDATE webhook_endpoints SET failures = failures + 1, failing_since = COALESCE(failing_since, NOW(3)) WHERE id = ?`,
        [endpointId],
      );
    const isOff = await change(
      tx,
      `UPDATE webhook_endpoints FORCE INDEX (PRIMARY) SET switched_off_at = NOW(3) WHERE id = ? AND switched_off_at IS NULL
         AND (? OR (? AND failures >= ? AND failing_since < NOW(3) - INTERVAL ? DAY))`,
      [endpointId, isGone, counts, MOST_FAILURES, MOST_DAYS],
    );
    const [next, values] =
      nextInS === 'as it was'
        ? ['', []]
        : nextInS === null
          ? [`, tries = tries + 1, state = 'failed', next_at = NULL`, []]
          : [', tries = tries + 1, next_at = NOW(3) + INTERVAL ? SECOND', [nextInS]];
    await write(tx, `UPDATE webhook_deliveries SET last_status = ?, problem = ?${next} WHERE id = ?`, [
      status,
      problem,
      ...values,
      id,
    ]);
    if (isOff !== 1) return [];
    return writeFollowUps(tx, [{ job: 'mail-endpoint-off', subject: endpointId, payload: { endpointId } }]);
  });
  mails.forEach(enqueueFollowUp);
}
