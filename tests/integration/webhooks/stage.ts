import { afterAll, beforeAll, beforeEach } from 'vitest';
import { WEBHOOK_EVENTS, type WebhookEvent } from '#app/contracts/webhooks/endpoint.ts';
import { config } from '#app/core/platform/config.ts';
import { newId } from '#app/core/platform/ids.ts';
import { listDeliveries } from '#app/core/webhooks/deliveries/delivery.ts';
import { announceJob } from '#app/core/webhooks/deliveries/events.ts';
import { createEndpoint } from '#app/core/webhooks/endpoint-creation.ts';
import { findEndpoint } from '#app/core/webhooks/endpoint.ts';
import { selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { startReceiver, type Receiver } from '#tests/fixtures/webhook-receiver.ts';

/**
 * Callers with endpoints at a receiver on loopback, which the operator allows; no worker delivers anything
 * automatically.
 */
export function webhookStage() {
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await startReceiver();
    process.env.WEBHOOK_ALLOWED_ORIGINS = new URL(receiver.url).origin;
    // Read once, and used by this process from now on.
    config();
  });
  beforeEach(() => {
    receiver.received.length = 0;
    receiver.answers.length = 0;
  });
  afterAll(() => receiver.close());

  return {
    receiver: () => receiver,

    /** A user with an endpoint. */
    async owner(events: readonly WebhookEvent[] = WEBHOOK_EVENTS) {
      const { userId } = await createAccount();
      const facts = { name: 'Mine', url: receiver.url, events };
      const made = await createEndpoint({ userId, ...facts, createRef: null });
      return { userId, ...made! };
    },

    /** Ends a job, and runs the jobs that are due for it. */
    async end({ userId, endpointId }: { userId: string; endpointId: string }, type = 'video.completed') {
      const generationId = newId();
      await announceJob({ userId, generationId, type, at: 1_764_000_000 });
      const [delivery] = await listDeliveries(AUTOCOMMIT, { endpointId, max: 1 });
      return { generationId, deliveryId: delivery?.id ?? '' };
    },

    endpoint: (userId: string, endpointId: string) => findEndpoint(AUTOCOMMIT, { userId, endpointId }),

    async delivery(endpointId: string) {
      const [newest] = await listDeliveries(AUTOCOMMIT, { endpointId, max: 1 });
      return newest!;
    },

    /** The outbox jobs about a subject. */
    jobs: (job: string) =>
      selectRows<{ subject: string; payload: string }>(
        AUTOCOMMIT,
        'SELECT subject, payload FROM follow_ups WHERE job = ?',
        [job],
      ),
  };
}
