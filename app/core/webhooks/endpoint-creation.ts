import { createHash } from 'node:crypto';
import { AppError } from '#app/contracts/errors.ts';
import { ENDPOINTS_MAX, type WebhookEvent } from '#app/contracts/webhooks/endpoint.ts';
import { recordAudit } from '#app/core/accounts/audit.ts';
import { lockUser } from '#app/core/accounts/user.ts';
import { newId } from '#app/core/platform/ids.ts';
import { duplicateKey } from '#db/errors.ts';
import { change, selectCount, selectRow, write } from '#db/sql.ts';
import { AUTOCOMMIT, transaction, type Transaction } from '#db/transaction.ts';
import {
  ENDPOINT_COLUMNS,
  isAllowedAddress,
  toEndpoint,
  type Endpoint,
  type EndpointRow,
} from './endpoint.ts';
import { newSecret, openSecret, sealSecret } from './secret.ts';

/** The settings of an endpoint. */
export interface EndpointFacts {
  name: string;
  url: string;
  events: readonly WebhookEvent[];
}

interface Creation extends EndpointFacts {
  userId: string;
  /** The sender's id of this creation: a form that is sent twice creates one endpoint. */
  createRef: string | null;
}

/** An endpoint with its secret: only for the response that shows it. */
export interface NewEndpoint {
  endpointId: string;
  secret: string;
}

/** Number of digits of a `createRef` that identify the creation; the other digits identify its content. */
const NAME_DIGITS = 18;

/** Hours for which a client's idempotency key is valid. */
const NAMED_HOURS = 24;

/** A creation with a client's idempotency key, so that a repeat creates no second endpoint. */
interface NamedCreation {
  apiKeyId: string;
  /** SHA-256 of the client's idempotency key, in hex. */
  keyHash: string;
  /** SHA-256 of the request, in hex. */
  requestHash: string;
}

/** The endpoint of an earlier creation with the same idempotency key. */
interface Created {
  endpoint: Endpoint;
  /** null if it was replaced since: the new secret is not shown again. */
  secret: string | null;
  /** True if the requests are equal. */
  isSame: boolean;
}

/**
 * Creates an endpoint and records it in the audit trail.
 * @returns it with its secret, which is not shown again; null when `createRef` has created one before
 * @throws AppError invalid_request for a forbidden address, conflict when the account has the max number of
 * endpoints
 */
export async function createEndpoint(creation: Creation): Promise<NewEndpoint | null> {
  assertAllowed(creation.url);
  try {
    return await transaction((tx) => insert(tx, creation));
  } catch (error) {
    if (creation.createRef !== null && duplicateKey(error)?.endsWith('webhook_endpoints_create')) return null;
    throw error;
  }
}

/** @throws AppError invalid_request */
export function assertAllowed(url: string): void {
  if (isAllowedAddress(url)) return;
  throw new AppError('invalid_request', {
    message: 'url must be an https address on the public internet.',
    param: 'url',
  });
}

async function insert(
  tx: Transaction,
  { userId, name, url, events, createRef }: Creation,
): Promise<NewEndpoint> {
  // The lock serializes creations per account.
  await lockUser(tx, userId);
  const count = 'SELECT COUNT(*) FROM webhook_endpoints WHERE user_id = ?';
  const endpointCount = await selectCount(tx, count, [userId]);
  if (endpointCount >= ENDPOINTS_MAX)
    throw new AppError('conflict', {
      message: `One account has at most ${ENDPOINTS_MAX} endpoints. Delete one first.`,
      params: { max: ENDPOINTS_MAX },
    });
  const id = newId();
  const secret = newSecret();
  await write(
    tx,
    `INSERT INTO webhook_endpoints (id, user_id, name, url, events, sealed_secret, create_ref, created_at) VALUES (?)`,
    [[id, userId, name, url, events.join(','), sealSecret(secret, { id, userId }), createRef, new Date()]],
  );
  await recordAudit(tx, { actor: `user:${userId}`, action: 'webhook.create', subjectId: id });
  return { endpointId: id, secret };
}

/**
 * The `createRef` of a creation with an idempotency key: 36 characters without a hyphen, unlike those of
 * forms.
 */
export function refOfCreation({ apiKeyId, keyHash, requestHash }: NamedCreation): string {
  const name = createHash('sha256').update(`${apiKeyId} ${keyHash}`).digest('hex');
  return name.slice(0, NAME_DIGITS) + requestHash.slice(0, NAME_DIGITS);
}

/**
 * Finds the endpoint that the same idempotency key created within a day; null if there is none, or it was
 * deleted.
 */
export async function findCreation(userId: string, createRef: string): Promise<Created | null> {
  const name = `${createRef.slice(0, NAME_DIGITS)}%`;
  await change(
    AUTOCOMMIT,
    `UPDATE webhook_endpoints SET create_ref = NULL
     WHERE user_id = ? AND create_ref LIKE ? AND created_at < NOW(3) - INTERVAL ? HOUR`,
    [userId, name, NAMED_HOURS],
  );
  const row = await selectRow<EndpointRow & { sealed: string; isRolled: number; createRef: string }>(
    AUTOCOMMIT,
    `SELECT ${ENDPOINT_COLUMNS}, sealed_secret AS sealed, old_secret IS NOT NULL AS isRolled,
       create_ref AS createRef
     FROM webhook_endpoints WHERE user_id = ? AND create_ref LIKE ?`,
    [userId, name],
  );
  if (!row) return null;
  const { sealed, isRolled, createRef: before, ...columns } = row;
  const endpoint = toEndpoint(columns);
  return {
    endpoint,
    secret: isRolled ? null : openSecret(sealed, endpoint),
    isSame: before === createRef,
  };
}
