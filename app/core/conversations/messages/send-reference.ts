import { createHash } from 'node:crypto';
import type { ChatSend } from '#app/contracts/send.ts';
import { guard } from '#db/optimistic-locking.ts';
import { selectRows, write } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';

interface Sent {
  userId: string;
  sendRef: string | null;
}

/**
 * The same id with the same content is the same send; the same id with other content (Back button) is
 * another.
 */
export function sendReference(send: ChatSend): string | null {
  if (!send.clientMessageId) return null;
  const parts = [
    send.clientMessageId,
    send.mode,
    send.conversationId,
    send.parentMessageId,
    send.text.trim(),
    // Without files the reference is the same as before files existed.
    ...(send.files?.length ? [send.files] : []),
    ...(send.parameters.media ? [send.parameters.media] : []),
    ...(send.temporary ? ['temporary'] : []),
  ];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/**
 * Fails the transaction (`isGuardFailure`) if one of these sends was stored before; the result is not awaited.
 */
export async function requireNewSends(tx: Tx, sends: readonly Sent[]): Promise<void> {
  const wanted = referencesOf(sends);
  if (wanted.length === 0) return;
  await write(
    tx,
    `SELECT CASE WHEN COUNT(*) = 0 THEN 1 ELSE ${guard('send')} END FROM messages WHERE (user_id, send_ref) IN (?)`,
    [wanted],
  );
}

/**
 * Finds those of these sends that were stored before.
 * @returns generation id by `<user id> <send reference>`
 */
export async function findSends(tx: Tx, sends: readonly Sent[]): Promise<Map<string, string>> {
  const wanted = referencesOf(sends);
  if (wanted.length === 0) return new Map();
  const rows = await selectRows<{ user_id: string; send_ref: string; generation_id: string }>(
    tx,
    'SELECT user_id, send_ref, generation_id FROM messages WHERE (user_id, send_ref) IN (?)',
    [wanted],
  );
  return new Map(rows.map((row) => [`${row.user_id} ${row.send_ref}`, row.generation_id]));
}

const referencesOf = (sends: readonly Sent[]) =>
  sends.flatMap(({ userId, sendRef }) => (sendRef ? [[userId, sendRef]] : []));
