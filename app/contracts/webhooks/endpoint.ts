/**
 * Webhook addresses of callers that are notified of the ends of jobs, in the types that forms, pages and
 * deliveries share.
 */

/** The events that are sent, in OpenAI's terms. */
export const WEBHOOK_EVENTS = ['video.completed', 'video.failed'] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** Sent when the owner of an endpoint requests it. */
export const TEST_EVENT = 'webhook.test';

/** Maximum number of endpoints per account. */
export const ENDPOINTS_MAX = 5;
export const ENDPOINT_NAME_MAX = 80;
export const ENDPOINT_URL_MAX = 1000;
/** Hours for which a replaced secret still signs besides the new one. */
export const OLD_SECRET_HOURS = 24;

/** `failing`: it was switched off because deliveries failed for days. */
export type EndpointState = 'on' | 'off' | 'failing';

/** An endpoint in the form that its owner sees: never with its secret. Times are ISO 8601. */
export interface EndpointView {
  id: string;
  name: string;
  url: string;
  events: WebhookEvent[];
  state: EndpointState;
  /** Since when deliveries fail; null while they succeed. */
  failingSince: string | null;
  createdAt: string;
}

/** `waiting` for its first or next attempt. */
export type DeliveryState = 'waiting' | 'delivered' | 'failed';

/**
 * The reason why an endpoint did not answer. `address`: its address is not allowed; `off`: it was switched
 * off before.
 */
export type DeliveryProblem = 'timeout' | 'unreachable' | 'address' | 'off';

/** A delivery to an endpoint, done or planned. */
export interface DeliveryView {
  id: string;
  /** The same for each attempt, and for each endpoint. */
  eventId: string;
  type: string;
  state: DeliveryState;
  tries: number;
  /** The last status of the endpoint; null if it did not answer. */
  status: number | null;
  problem: DeliveryProblem | null;
  createdAt: string;
  /** The time of the next attempt. */
  nextAt: string | null;
}

/** An event in the form that is sent. */
export interface WebhookPayload {
  id: string;
  object: 'event';
  /** Unix seconds. */
  created_at: number;
  type: string;
  data: { id: string };
}
