import type { WebhookPayload } from '#app/contracts/webhooks/endpoint.ts';
import { enqueueFollowUp } from '#app/core/queue/enqueue.ts';
import { AUTOCOMMIT, transaction } from '#db/transaction.ts';
import { stateOf } from '../endpoint.ts';
import { listEndpoints } from '../find-endpoint.ts';
import { writeDeliveries } from './write-deliveries.ts';

/** The end of a job. */
export interface JobEnd {
  userId: string;
  generationId: string;
  /** `video.completed` */
  type: string;
  /** Unix seconds. */
  at: number;
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
