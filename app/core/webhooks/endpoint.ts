import { AppError } from '#app/contracts/errors.ts';
import { parseUrl } from '#app/contracts/text/parse-url.ts';
import {
  WEBHOOK_EVENTS,
  type EndpointState,
  type EndpointView,
  type WebhookEvent,
} from '#app/contracts/webhooks/endpoint.ts';
import { objectionToAddress } from '#app/core/platform/addresses/hosts.ts';
import { config } from '#app/core/platform/config.ts';
import { isId } from '#app/core/platform/ids.ts';
import { selectRow, selectRows } from '#db/sql.ts';
import type { Transaction, Tx } from '#db/transaction.ts';

/** A user's address that is notified when jobs end, without its secrets. */
export interface Endpoint {
  id: string;
  userId: string;
  name: string;
  url: string;
  events: readonly WebhookEvent[];
  /** Set if its owner has switched it off. */
  pausedAt: Date | null;
  /** Set if it was switched off because nothing could be delivered for days. */
  switchedOffAt: Date | null;
  /** Number of failed tries since the last success, and the time of the first of them. */
  failures: number;
  failingSince: Date | null;
  createdAt: Date;
}

/** The columns of an endpoint, without sensitive ones. */
export const ENDPOINT_COLUMNS = `id, user_id AS userId, name, url, events, paused_at AS pausedAt,
  switched_off_at AS switchedOffAt, failures, failing_since AS failingSince, created_at AS createdAt`;

/** A row of `ENDPOINT_COLUMNS`: `events` is comma-separated. */
export type EndpointRow = Omit<Endpoint, 'events'> & { events: string };

/** The id of an endpoint, and the user who claims to own it. */
export interface NamedEndpoint {
  userId: string;
  endpointId: string;
}

export function toEndpoint({ events, ...columns }: EndpointRow): Endpoint {
  const named = new Set(events.split(','));
  return { ...columns, events: WEBHOOK_EVENTS.filter((event) => named.has(event)) };
}

export function stateOf({ pausedAt, switchedOffAt }: Endpoint): EndpointState {
  if (switchedOffAt !== null) return 'failing';
  return pausedAt === null ? 'on' : 'off';
}

/**
 * An endpoint as its owner may see it. Fields are listed one by one, so that a new column never leaks into a
 * response.
 */
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

/**
 * Finds one endpoint of a user.
 * @throws AppError not_found when it is not theirs or does not exist
 */
export function findEndpoint(tx: Tx, named: NamedEndpoint): Promise<Endpoint> {
  return read(tx, named, '');
}

/**
 * Finds and locks it until the transaction ends.
 * @throws AppError not_found
 */
export function lockEndpoint(tx: Transaction, named: NamedEndpoint): Promise<Endpoint> {
  return read(tx, named, 'FOR UPDATE');
}

async function read(tx: Tx, { userId, endpointId }: NamedEndpoint, lock: string): Promise<Endpoint> {
  const row = isId(endpointId)
    ? await selectRow<EndpointRow>(
        tx,
        `SELECT ${ENDPOINT_COLUMNS} FROM webhook_endpoints WHERE id = ? AND user_id = ? ${lock}`,
        [endpointId, userId],
      )
    : undefined;
  if (!row) throw new AppError('not_found', { message: 'There is no such endpoint.', param: 'id' });
  return toEndpoint(row);
}

/** Lists all endpoints of a user, oldest first. */
export async function listEndpoints(tx: Tx, userId: string): Promise<Endpoint[]> {
  const rows = await selectRows<EndpointRow>(
    tx,
    `SELECT ${ENDPOINT_COLUMNS} FROM webhook_endpoints WHERE user_id = ? ORDER BY id`,
    [userId],
  );
  return rows.map(toEndpoint);
}

/** Origins in our own network at which the operator allows endpoints. */
export function allowedOrigins(): string[] {
  return config().WEBHOOK_ALLOWED_ORIGINS.map((address) => new URL(address).origin);
}

/**
 * True if an address may be an endpoint: https and on the public internet, as far as its name tells. Names
 * are resolved at each delivery.
 */
export function isAllowedAddress(address: string): boolean {
  const url = /[\s\\]/.test(address) ? null : parseUrl(address);
  if (url === null || url.username !== '' || url.password !== '') return false;
  if (url.protocol === 'https:' && objectionToAddress(address) === null) return true;
  return allowedOrigins().includes(url.origin);
}
