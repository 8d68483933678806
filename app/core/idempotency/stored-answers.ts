import type { LogEntry } from '#app/contracts/generation.ts';
import { readKeys } from '#app/core/api-keys/stored-keys.ts';
import { sealedColumn } from '#app/core/vault/reseal.ts';
import { openLog, openStored, sealLog } from '#app/core/vault/sealed-log.ts';
import type { Binding } from '#app/core/vault/vault.ts';
import { selectRow, write } from '#db/sql.ts';
import type { Transaction, Tx } from '#db/transaction.ts';

/** All log entries of a run, from the first to its end. */
export interface Answer {
  generationId: string;
  userId: string;
  /** Each is the JSON of a LogEntry. */
  entries: string[];
}

export const bindingOf = (generationId: string, userId: string): Binding => ({
  ownerId: userId,
  purpose: `idempotent-answer:${generationId}`,
});

/**
 * Seals an answer for repeats of its call, in the transaction that settles the run. An answer that is too
 * long is not stored: its call stays known as answered and charged, and cannot be answered again.
 */
export async function storeRepeatAnswer(
  tx: Transaction,
  { generationId, userId, entries }: Answer,
): Promise<void> {
  const sealed = sealLog(entries, bindingOf(generationId, userId), {
    generationId,
    warning: 'an answer is too long to be kept',
  });
  if (sealed === null) return;
  await write(tx, 'UPDATE idempotent_calls SET answer = ? WHERE generation_id = ?', [sealed, generationId]);
}

/** Reads the stored answer of a run; null when there is none, or when its vault key is gone. */
export async function readRepeatAnswer(
  tx: Tx,
  generationId: string,
  userId: string,
): Promise<LogEntry[] | null> {
  const row = await selectRow<{ answer: string | null }>(
    tx,
    'SELECT answer FROM idempotent_calls WHERE generation_id = ?',
    [generationId],
  );
  const sealed = row?.answer;
  if (!sealed) return null;
  return openStored(() => openLog(sealed, bindingOf(generationId, userId)), {
    generationId,
    warning: 'a kept answer does not open',
  });
}

/** The stored answers, for a rotation of the vault's keys. */
export const SEALED_ANSWERS = [
  sealedColumn({
    table: 'idempotent_calls',
    column: 'answer',
    key: ['api_key_id', 'key_hash'],
    fields: 'generation_id AS generationId, api_key_id AS apiKeyId',
    async bindingOf({ generationId, apiKeyId }: { generationId: string; apiKeyId: string }, tx) {
      const [key] = await readKeys(tx, [apiKeyId]);
      return bindingOf(generationId, key?.userId ?? '');
    },
  }),
];
