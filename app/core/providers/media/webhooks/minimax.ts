import { inside } from '../shared/pieces.ts';
import { jobNamed, objectIn, type WebhookCall, type WebhookNews } from './signature.ts';

/** What can be said back to anybody: a word. */
const CHALLENGE = /^[\w.~+/=:-]{1,256}$/;

/**
 * Reads a webhook, which is never signed. While an order is taken its address is asked a question, whose word it has to
 * say back within three seconds; else the order is refused.
 */
export function readMinimaxWebhook({ body }: Pick<WebhookCall, 'body'>): WebhookNews {
  const json = objectIn(body);
  const { challenge } = json;
  if (typeof challenge === 'string' && CHALLENGE.test(challenge))
    return { jobId: null, isSigned: false, reply: { challenge } };
  // The wire of the third generation reports what its call for a task answers.
  return { jobId: jobNamed(json['task_id'] ?? inside(json, 'task')['id']), isSigned: false };
}
