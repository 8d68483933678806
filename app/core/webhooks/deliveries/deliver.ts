import { TEST_EVENT, type DeliveryProblem } from '#app/contracts/webhooks/endpoint.ts';
import type { Again } from '#app/core/follow-ups/follow-up.ts';
import { AddressError, postAddress } from '#app/core/platform/addresses/foreign-address.ts';
import { logger } from '#app/core/platform/logger.ts';
import { selectRow } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { allowedOrigins } from '../allowed-address.ts';
import { openSecret, signedHeaders } from '../secret.ts';
import { DELIVERY_COLUMNS, type Delivery } from './delivery.ts';
import { noteDelivered, noteFailed } from './note-try.ts';

/** Milliseconds for an answer; less than the lease of the job, so that no two workers send it at a time. */
const TIMEOUT_MS = 8_000;
/** Seconds until the next try, by the tries before: a day in all. */
const PAUSES_S = [5, 60, 300, 1_800, 7_200, 18_000, 28_800, 28_800];
/** The endpoint says that it is there no more, and wants nothing. */
const GONE = 410;

/** What is sent, and where to. */
interface Due extends Delivery {
  url: string;
  sealedSecret: string;
  /** While it signs along. */
  oldSecret: string | null;
  isOff: number;
}

/** What became of a try. */
interface Answer {
  status: number | null;
  problem: DeliveryProblem | null;
}

/**
 * Sends an event to its endpoint, once. One that is not taken is sent again, with growing pauses, for about a day; a test is not.
 * What was sent for an endpoint that is off or gone is given up.
 * @param job.isExtra its owner has asked for this try; those that are due anyway follow
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
    await noteFailed(due, { status: null, problem: 'off', nextInS: null, counts: false, isGone: false });
    return undefined;
  }
  const answer = await send(due);
  const { status } = answer;
  logger().info({ deliveryId, endpointId, eventId, ...answer }, 'webhook to a caller');
  if (status !== null && status >= 200 && status < 300) {
    await noteDelivered(due, status);
    return undefined;
  }
  const isTest = type === TEST_EVENT;
  const isGone = status === GONE && !isTest;
  const pauseS = isTest || isGone ? null : (PAUSES_S[tries] ?? null);
  if (isExtra && pauseS !== null) {
    await noteFailed(due, { ...answer, nextInS: 'as it was', counts: true, isGone });
    return undefined;
  }
  await noteFailed(due, { ...answer, nextInS: pauseS, counts: !isTest, isGone });
  return pauseS === null ? undefined : { againInSeconds: pauseS };
}

async function findDue(id: string): Promise<Due | null> {
  const due = await selectRow<Due>(
    AUTOCOMMIT,
    `SELECT ${DELIVERY_COLUMNS}, e.url, e.sealed_secret AS sealedSecret, IF(e.old_until > NOW(3), e.old_secret, NULL) AS oldSecret,
       e.paused_at IS NOT NULL OR e.switched_off_at IS NOT NULL AS isOff
     FROM webhook_deliveries d JOIN webhook_endpoints e ON e.id = d.endpoint_id WHERE d.id = ?`,
    [id],
  );
  return due ?? null;
}

async function send({ eventId, endpointId, userId, payload, url, ...due }: Due): Promise<Answer> {
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
