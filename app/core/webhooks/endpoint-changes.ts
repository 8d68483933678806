import { OLD_SECRET_HOURS } from '#app/contracts/webhooks/endpoint.ts';
import { recordAudit } from '#app/core/accounts/audit.ts';
import { change, selectRow, write } from '#db/sql.ts';
import { AUTOCOMMIT, transaction } from '#db/transaction.ts';
import { assertAllowed, type EndpointFacts, type NewEndpoint } from './endpoint-creation.ts';
import { lockEndpoint, type NamedEndpoint } from './endpoint.ts';
import { newSecret, sealSecret } from './secret.ts';

/** Changes of an endpoint; omitted fields stay. */
type EndpointChange = { [Fact in keyof EndpointFacts]?: EndpointFacts[Fact] | undefined };

/** An endpoint that was switched off. */
interface OffEndpoint {
  userId: string;
  name: string;
  url: string;
}

/**
 * Changes the settings of an endpoint.
 * @throws AppError not_found, invalid_request for a forbidden address
 */
export async function changeEndpoint(
  named: NamedEndpoint,
  { name, url, events }: EndpointChange,
): Promise<void> {
  await transaction(async (tx) => {
    const before = await lockEndpoint(tx, named);
    if (url !== undefined) assertAllowed(url);
    await write(tx, 'UPDATE webhook_endpoints SET name = ?, url = ?, events = ? WHERE id = ?', [
      name ?? before.name,
      url ?? before.url,
      (events ?? before.events).join(','),
      named.endpointId,
    ]);
    const audit = { actor: `user:${named.userId}`, action: 'webhook.change', subjectId: named.endpointId };
    await recordAudit(tx, audit);
  });
}

/**
 * Switches an endpoint on or off. For one that was switched off because it failed, the failure count starts
 * over. @throws AppError not_found
 */
export async function switchEndpoint(named: NamedEndpoint, isOn: boolean): Promise<void> {
  await transaction(async (tx) => {
    await lockEndpoint(tx, named);
    const changes = isOn
      ? 'paused_at = NULL, switched_off_at = NULL, failures = 0, failing_since = NULL'
      : 'paused_at = NOW(3)';
    await write(tx, `UPDATE webhook_endpoints SET ${changes} WHERE id = ?`, [named.endpointId]);
  });
}

/**
 * Gives an endpoint a new secret. The replaced one signs too for a day, so that both sides need not change at
 * the same time.
 * @throws AppError not_found
 */
export async function rollSecret(named: NamedEndpoint): Promise<NewEndpoint> {
  return transaction(async (tx) => {
    const { id, userId } = await lockEndpoint(tx, named);
    const secret = newSecret();
    await write(
      tx,
      `UPDATE webhook_endpoints SET old_secret = sealed_secret, sealed_secret = ?,
         old_until = NOW(3) + INTERVAL ? HOUR WHERE id = ?`,
      [sealSecret(secret, { id, userId }), OLD_SECRET_HOURS, id],
    );
    await recordAudit(tx, { actor: `user:${userId}`, action: 'webhook.roll', subjectId: id });
    return { endpointId: id, secret };
  });
}

/** Deletes an endpoint with all its deliveries. @throws AppError not_found */
export async function deleteEndpoint(named: NamedEndpoint): Promise<void> {
  await transaction(async (tx) => {
    const { id, userId } = await lockEndpoint(tx, named);
    await write(tx, 'DELETE FROM webhook_deliveries WHERE endpoint_id = ?', [id]);
    await write(tx, 'DELETE FROM webhook_endpoints WHERE id = ?', [id]);
    await recordAudit(tx, { actor: `user:${userId}`, action: 'webhook.delete', subjectId: id });
  });
}

/**
 * Finds an endpoint that was switched off because it failed, and whose owner did not get a mail yet; null if
 * there is none.
 */
export async function findUnnotifiedOff(id: string): Promise<OffEndpoint | null> {
  const row = await selectRow<OffEndpoint>(
    AUTOCOMMIT,
    `SELECT user_id AS userId, name, url FROM webhook_endpoints WHERE id = ? AND switched_off_at IS NOT NULL
       AND (mailed_at IS NULL OR mailed_at < switched_off_at)`,
    [id],
  );
  return row ?? null;
}

/** Records that the mail is being sent. @returns false if another process has claimed it */
export async function claimOffMail(id: string): Promise<boolean> {
  const claimed = await change(
    AUTOCOMMIT,
    `UPDATE webhook_endpoints FORCE INDEX (PRIMARY) SET mailed_at = NOW(3) WHERE id = ? AND switched_off_at IS NOT NULL
       AND (mailed_at IS NULL OR mailed_at < switched_off_at)`,
    [id],
  );
  return claimed === 1;
}

/** Takes the record back, after a mail that was certainly not accepted. */
export async function releaseOffMail(id: string): Promise<void> {
  await change(AUTOCOMMIT, 'UPDATE webhook_endpoints SET mailed_at = NULL WHERE id = ?', [id]);
}

/**
 * Deletes the deliveries of a deleted account, then its endpoints.
 * @param max max rows
 * @returns how many rows were deleted
 */
export async function eraseEndpoints(userId: string, max: number): Promise<number> {
  const sent = await change(AUTOCOMMIT, 'DELETE FROM webhook_deliveries WHERE user_id = ? LIMIT ?', [
    userId,
    max,
  ]);
  if (sent > 0) return sent;
  return change(AUTOCOMMIT, 'DELETE FROM webhook_endpoints WHERE user_id = ? LIMIT ?', [userId, max]);
}
