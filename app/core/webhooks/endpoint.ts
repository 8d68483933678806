import {
  WEBHOOK_EVENTS,
  type EndpointState,
  type EndpointView,
  type WebhookEvent,
} from '#app/contracts/webhooks/endpoint.ts';

/** An address of a caller that is told of the ends of jobs, without its secrets. */
export interface Endpoint {
  id: string;
  userId: string;
  name: string;
  url: string;
  events: readonly WebhookEvent[];
  /** Its owner has switched it off. */
  pausedAt: Date | null;
  /** It was switched off because nothing could be delivered for days. */
  switchedOffAt: Date | null;
  /** Tries that failed since the last that did not, and since when. */
  failures: number;
  failingSince: Date | null;
  createdAt: Date;
}

/** The columns of an endpoint, without those that could be misused. */
export const ENDPOINT_COLUMNS = `id, user_id AS userId, name, url, events, paused_at AS pausedAt,
  switched_off_at AS switchedOffAt, failures, failing_since AS failingSince, created_at AS createdAt`;

/** A row of `ENDPOINT_COLUMNS`: `events` are names between commas. */
export type EndpointRow = Omit<Endpoint, 'events'> & { events: string };

export function toEndpoint({ events, ...columns }: EndpointRow): Endpoint {
  const named = new Set(events.split(','));
  return { ...columns, events: WEBHOOK_EVENTS.filter((event) => named.has(event)) };
}

export function stateOf({ pausedAt, switchedOffAt }: Endpoint): EndpointState {
  if (switchedOffAt !== null) return 'failing';
  return pausedAt === null ? 'on' : 'off';
}

/** What its owner may see of it. Named one by one, so that a new column never slips into an answer. */
export function viewEndpoint(endpoint: Endpoint): EndpointView {
  const { id, name, url, events, failingSince, createdAt } = endpoint;
  return {
    id,
    name,
    url,
    events: [...events],
    state: stateOf(endpoint),
    failingSince: failingSince?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  };
}
