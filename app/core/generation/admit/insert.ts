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

/** What processes of the version before this one read in the place of `target`; goes with its column, `kind`. */
const KIND: Readonly<Record<string, string>> = { message: 'chat', call: 'api' };

/**
 * Queues generations with one INSERT.
 * @param onDone called when they are written and the commit is on its way: who claims one now waits for it
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
 * Begins a step of a generation: its money is held with the parent, which settles the sum. One transaction writes both.
 * A step of this place that is there already is the same one. Locks: the account, then the key's budget, then the parent.
 * @param wantedMicro the most that it can cost
 * @returns its id; null where the account, a cap or the key cannot pay for it, or the parent is somebody else's by now
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

/** What the parent's account and key can still pay for, under lock; null where the operator pays. */
async function freeMicro(tx: Transaction, { accountId, apiKeyId }: Generation): Promise<bigint | null> {
  if (accountId === null) return null;
  const account = (await lockPayers(tx, [accountId])).get(accountId);
  const keys = await readKeys(tx, apiKeyId ? [apiKeyId] : []);
  const budgets = await lockKeyBudgets(tx, keys);
  const funds = [
    account ? account.balanceMicro - account.heldMicro : 0n,
    ...[...budgets.values(), ...(account?.caps ?? [])].map(({ leftMicro }) => leftMicro),
  ];
  return funds.reduce((least, one) => (one < least ? one : least));
}
