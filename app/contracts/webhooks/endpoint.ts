/** Addresses of callers that are told of the ends of jobs, as forms, pages and deliveries know them. */

/** What is told, in OpenAI's words. */
export const WEBHOOK_EVENTS = ['video.completed', 'video.failed'] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** Sent when its owner asks for it. */
export const TEST_EVENT = 'webhook.test';

/** Endpoints that one account can have. */
export const ENDPOINTS_MAX = 5;
export const ENDPOINT_NAME_MAX = 80;
export const ENDPOINT_URL_MAX = 1000;
/** Hours for which a secret that was replaced signs along. */
export const OLD_SECRET_HOURS = 24;

/** `failing`: it was switched off because nothing could be delivered for days. */
export type EndpointState = 'on' | 'off' | 'failing';

/** An endpoint as its owner sees it: never its secret. Times are ISO 8601. */
export interface EndpointView {
  id: string;
  name: string;
  url: string;
  events: WebhookEvent[];
  state: EndpointState;
  /** Since when nothing could be delivered; null while it can. */
  failingSince: string | null;
  createdAt: string;
}

/** `waiting` for its first or next try. */
export type DeliveryState = 'waiting' | 'delivered' | 'failed';

/** Why an endpoint has answered nothing. `address`: it may not be asked; `off`: it was switched off before. */
export type DeliveryProblem = 'timeout' | 'unreachable' | 'address' | 'off';

/** What was sent to an endpoint, or is to be. */
export interface DeliveryView {
  id: string;
  /** The same for each try, and for each endpoint. */
  eventId: string;
  type: string;
  state: DeliveryState;
  tries: number;
  /** What the endpoint has last answered; null where it did not. */
  status: number | null;
  problem: DeliveryProblem | null;
  createdAt: string;
  /** When it is tried again. */
  nextAt: string | null;
}

/** An event as it is sent. */
export interface WebhookPayload {
  id: string;
  object: 'event';
  /** Unix seconds. */
  created_at: number;
  type: string;
  data: { id: string };
}
