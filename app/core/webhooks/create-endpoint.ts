import { AppError } from '#app/contracts/errors.ts';
import { ENDPOINTS_MAX, type WebhookEvent } from '#app/contracts/webhooks/endpoint.ts';
import { lockUser } from '#app/core/accounts/lock-user.ts';
import { recordAudit } from '#app/core/accounts/record-audit.ts';
import { newId } from '#app/core/platform/ids.ts';
import { duplicateKey } from '#db/errors.ts';
import { selectCount, write } from '#db/sql.ts';
import { transaction, type Transaction } from '#db/transaction.ts';
import { isAllowedAddress } from './allowed-address.ts';
import { newSecret, sealSecret } from './secret.ts';

/** What its owner says of an endpoint. */
export interface EndpointFacts {
  name: string;
  url: string;
  events: readonly WebhookEvent[];
}

interface Creation extends EndpointFacts {
  userId: string;
  /** The sender's id of this creation: a form that is sent twice makes one endpoint. */
  createRef: string | null;
}

/** An endpoint with its secret: for the one answer that shows it. */
export interface NewEndpoint {
  endpointId: string;
  secret: string;
}

/**
 * Makes an endpoint and writes that down in the audit.
 * @returns it with its secret, which is not shown again; null when `createRef` has made one before
 * @throws AppError invalid_request for an address that it cannot have, conflict when the account has as many as one can have
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
  // Those of one account are made one after the other.
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
