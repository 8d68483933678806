import { isFinalState, type GenerationState } from '#app/contracts/generation.ts';
import { lockConversationsWithNext } from '#app/core/conversations/messages/append.ts';
import type { Ending, Settlement } from '#app/core/generation/record/ending.ts';
import { lockHolds } from '#app/core/ledger/closed-holds.ts';
import { readBalance } from '#app/core/ledger/balances.ts';
import { selectRows } from '#db/sql.ts';
import type { Transaction } from '#db/transaction.ts';

/** What there is to be closed. */
export interface OpenRows {
  /** The endings whose rows are still in the state and attempt they claim. */
  open: Ending[];
  /**
   * Those that a transaction has booked whose answer was lost, with what was charged: everybody else who closes a
   * run raises its attempt.
   */
  booked: Map<Ending, Settlement>;
  /** Micro-dollars by generation; one whose hold was closed before is not in it. */
  held: Map<string, bigint>;
}

/** The same where nothing is locked: all are open, and what is held for them is as their worker knows it. */
export const rowsAsKnown = (endings: readonly Ending[]): OpenRows => ({
  open: [...endings],
  booked: new Map(),
  held: new Map(endings.map(({ generation: { id, heldMicro } }) => [id, heldMicro])),
});

/** Locks conversations, then the rows with their holds, and sees which of the endings are still to be written. */
export async function lockRows(tx: Transaction, endings: readonly Ending[]): Promise<OpenRows> {
  await lockConversationsWithNext(
    tx,
    endings.flatMap(({ generation }) => generation.conversationId ?? []),
  );
  const [rows, held] = await Promise.all([
    selectRows<RowState>(
      tx,
      'SELECT id, state, attempt, charged_micro FROM generations WHERE id IN (?) ORDER BY id FOR UPDATE',
      [endings.map((ending) => ending.generation.id)],
    ),
    lockHolds(
      tx,
      endings.flatMap(({ generation }) => (generation.accountId === null ? [] : generation.id)),
    ),
  ]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const found: OpenRows = { open: [], booked: new Map(), held };
  for (const ending of endings) {
    const row = byId.get(ending.generation.id);
    byId.delete(ending.generation.id);
    if (row?.attempt !== ending.attempt) continue;
    if (row.state === ending.from) found.open.push(ending);
    else if (isFinalState(row.state)) found.booked.set(ending, await readSettlement(tx, ending, row));
  }
  return found;
}

interface RowState {
  id: string;
  state: GenerationState;
  attempt: number;
  charged_micro: string | null;
}

async function readSettlement(
  tx: Transaction,
  { generation: { accountId, userId } }: Ending,
  row: RowState,
): Promise<Settlement> {
  const { balanceMicro } = await readBalance(tx, userId);
  return {
    chargedMicro: BigInt(row.charged_micro ?? '0'),
    balanceMicro: accountId === null ? null : balanceMicro,
  };
}
