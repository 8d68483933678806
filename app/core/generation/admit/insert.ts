import { readKeys } from '#app/core/api-keys/stored-keys.ts';
import {
  NEW_GENERATION_COLUMNS,
  toNewRow,
  type Generation,
  type NewGeneration,
} from '#app/core/generation/record/row.ts';
import { lockPayers } from '#app/core/ledger/caps/payers.ts';
import { extendHolds } from '#app/core/ledger/hold.ts';
import { selectRow, write } from '#db/sql.ts';
import { transaction, type Transaction } from '#db/transaction.ts';
import { lockKeyBudgets } from './key-budgets.ts';

/**
 * Values of the column `kind`, which processes of the previous version read in place of `target`; to be
 * removed with that column.
 */
const KIND: Readonly<Record<string, string>> = { message: 'chat', call: 'api' };

/**
 * Inserts queued generations with one INSERT.
 * @param onDone called when they are written and the commit has been sent: a claim waits for it from now on
 */
export async function insertGenerations(
  tx: Transaction,
  generations: NewGeneration[],
  onDone?: () => void,
): Promise<void> {
  if (generations.length === 0) return;
  const rows = generations.map((one) => [...toNewRow(one), 'queued', KIND[one.target] ?? one.target]);
  await write(
    tx,
    `INSERT INTO generations (${NEW_GENERATION_COLUMNS}, state, kind, created_at) VALUES ${rows.map(() => '(?, NOW(3))').join(', ')}`,
    rows,
    onDone,
  );
}

/**
 * Admits a step of a generation: its money is held with the parent, which settles the sum. One transaction
 * writes both. An existing step with this number is returned. Locks: the account, then the key's budget, then
 * the parent.
 * @param wantedMicro its max cost in micro-dollars
 * @returns its id; null if the account, a cap or the key cannot pay for it, or another worker owns the parent
 */
export function admitStep(
  parent: Generation,
  step: NewGeneration,
  wantedMicro: bigint,
): Promise<string | null> {
  return transaction(async (tx) => {
    const free = await freeMicro(tx, parent);
    const row = await selectRow<{ id: string }>(
      tx,
      `SELECT id FROM generations FORCE INDEX (PRIMARY) WHERE id = ? AND attempt = ? AND state = 'running' FOR UPDATE`,
      [parent.id, parent.attempt],
    );
    if (!row) return null;
    const known = await selectRow<{ id: string }>(
      tx,
      'SELECT id FROM generations WHERE parent_id = ? AND step = ?',
      [parent.id, step.step],
    );
    if (known) return known.id;
    if (free !== null && free < wantedMicro) return null;
    if (parent.accountId !== null && wantedMicro > 0n) {
      await extendHolds(tx, [{ reference: parent.id, accountId: parent.accountId, moreMicro: wantedMicro }]);
      await write(tx, 'UPDATE generations SET held_micro = held_micro + ? WHERE id = ?', [
        wantedMicro,
        parent.id,
      ]);
    }
    await insertGenerations(tx, [step]);
    return step.id;
  });
}

/** Money that the parent's account and key still have, under lock; null when the operator pays. */
async function freeMicro(tx: Transaction, { accountId, apiKeyId }: Generation): Promise<bigint | null> {
  if (accountId === null) return null;
  const account = (await lockPayers(tx, [accountId])).get(accountId);
  const keys = await readKeys(tx, apiKeyId ? [apiKeyId] : []);
  const budgets = await lockKeyBudgets(tx, keys);
  const funds = [
    account ? account.balanceMicro - account.heldMicro : 0n,
    ...[...budgets.values(), ...(account?.caps ?? [])].map(({ leftMicro }) => leftMicro),
  ];
  return funds.reduce((min, one) => (one < min ? one : min));
}
