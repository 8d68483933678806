import { TEST_EVENT, type DeliveryProblem } from '#app/contracts/webhooks/endpoint.ts';
import type { Again } from '#app/core/follow-ups/follow-up.ts';
import { writeFollowUps } from '#app/core/follow-ups/outbox.ts';
import { AddressError, postAddress } from '#app/core/platform/addresses/foreign-address.ts';
import { lowestIdAt } from '#app/core/platform/ids.ts';
import { logger } from '#app/core/platform/logger.ts';
import { enqueueFollowUp } from '#app/core/queue/enqueue.ts';
import { allowedOrigins } from '#app/core/webhooks/endpoint.ts';
import { openSecret, signedHeaders } from '#app/core/webhooks/secret.ts';
import { change, selectRow, write } from '#db/sql.ts';
import { AUTOCOMMIT, transaction } from '#db/transaction.ts';
import { DELIVERY_COLUMNS, type Delivery } from './delivery.ts';

/** Timeout in milliseconds; less than the lease of the job, so that no two workers send it at a time. */
const TIMEOUT_MS = 8_000;

/** Seconds until the next try, by the number of earlier tries: a day in all. */
const PAUSES_S = [5, 60, 300, 1_800, 7_200, 18_000, 28_800, 28_800];

/** The status with which an endpoint says that it no longer exists. */
const GONE = 410;

/** An event to send, with its endpoint. */
interface DueDelivery extends Delivery {
  url: string;
  sealedSecret: string;
  /** The replaced secret, while it still signs too. */
  oldSecret: string | null;
  isOff: number;
}

/** The result of a try. */
interface Answer {
  status: number | null;
  problem: DeliveryProblem | null;
}

/** An endpoint is switched off after this many failed tries in a row, over this many days. */
const MAX_FAILURES = 10;

const MAX_DAYS = 3;

/** How long deliveries stay visible, in milliseconds. */
const RETENTION_MS = 30 * 24 * 60 * 60_000;

/** Max old rows that are deleted with each successful delivery. */
const PRUNE_BATCH = 100;

type Sent = Pick<Delivery, 'id' | 'endpointId'>;

interface Failure {
  status: number | null;
  problem: DeliveryProblem | null;
  /**
   * Seconds until the next try; null: give up. `as it was`: an extra try, which does not change the schedule.
   */
  nextInS: number | null | 'as it was';
  /** True if it counts as a failure of the endpoint. */
  counts: boolean;
  /** True if the endpoint no longer exists. */
  isGone: boolean;
}

/**
 * Sends an event to its endpoint, once. A failed delivery is sent again, with growing pauses, for about a
 * day; a test is not. Deliveries to an endpoint that is off or gone are given up.
 * @param job.isExtra the owner asked for this try; scheduled tries still follow
 */
export async function deliver({
  deliveryId,
  isExtra = false,
}: {
  deliveryId: string;
  isExtra?: boolean | undefined;
}): Promise<Again | undefined> {
  const due = await findDue(deliveryId);
  if (due?.state !== 'waiting') return undefined;
  const { eventId, type, endpointId, tries } = due;
  if (due.isOff === 1) {
    await recordFailure(due, { status: null, problem: 'off', nextInS: null, counts: false, isGone: false });
    return undefined;
  }
  const answer = await send(due);
  const { status } = answer;
  logger().info({ deliveryId, endpointId, eventId, ...answer }, 'webhook to a caller');
  if (status !== null && status >= 200 && status < 300) {
    await recordSuccess(due, status);
    return undefined;
  }
  const isTest = type === TEST_EVENT;
  const isGone = status === GONE && !isTest;
  const pauseS = isTest || isGone ? null : (PAUSES_S[tries] ?? null);
  if (isExtra && pauseS !== null) {
    await recordFailure(due, { ...answer, nextInS: 'as it was', counts: true, isGone });
    return undefined;
  }
  await recordFailure(due, { ...answer, nextInS: pauseS, counts: !isTest, isGone });
  return pauseS === null ? undefined : { againInSeconds: pauseS };
}

async function findDue(id: string): Promise<DueDelivery | null> {
  const due = await selectRow<DueDelivery>(
    AUTOCOMMIT,
    `SELECT ${DELIVERY_COLUMNS}, e.url, e.sealed_secret AS sealedSecret, IF(e.old_until > NOW(3), e.old_secret, NULL) AS oldSecret,
       e.paused_at IS NOT NULL OR e.switched_off_at IS NOT NULL AS isOff
     FROM webhook_deliveries d JOIN webhook_endpoints e ON e.id = d.endpoint_id WHERE d.id = ?`,
    [id],
  );
  return due ?? null;
}

async function send({ eventId, endpointId, userId, payload, url, ...due }: DueDelivery): Promise<Answer> {
  const owner = { id: endpointId, userId };
  const secrets = [due.sealedSecret, ...(due.oldSecret === null ? [] : [due.oldSecret])];
  const signed = signedHeaders(
    { id: eventId, timestamp: Math.floor(Date.now() / 1000), body: payload },
    secrets.map((sealed) => openSecret(sealed, owner)),
  );
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const status = await postAddress(url, {
      headers: { 'content-type': 'application/json', 'user-agent': 'parlance-webhooks', ...signed },
      body: payload,
      signal,
      trustedOrigins: allowedOrigins(),
    });
    return { status, problem: null };
  } catch (error) {
    if (signal.aborted) return { status: null, problem: 'timeout' };
    if (!(error instanceof AddressError)) throw error;
    return { status: null, problem: error.isPassing ? 'unreachable' : 'address' };
  }
}

/** Records a successful delivery. */
async function recordSuccess({ id, endpointId }: Sent, status: number): Promise<void> {
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
      lowestIdAt(new Date(Date.now() - RETENTION_MS)),
      PRUNE_BATCH,
    ]);
  });
}

/** Records a failed delivery. An endpoint that fails for days is switched off, and its owner is notified. */
async function recordFailure({ id, endpointId }: Sent, failure: Failure): Promise<void> {
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
      [endpointId, isGone, counts, MAX_FAILURES, MAX_DAYS],
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
