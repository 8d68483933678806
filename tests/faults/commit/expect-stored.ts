import { expect } from 'vitest';
import { selectRow, selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import type { Answer, Caller } from './callers.ts';

/** Every caller whose send was accepted has exactly that one stored and held, and no other caller has any. */
export async function expectStored(callers: Caller[], answers: Answer[]): Promise<void> {
  const rows = await selectRows<{ id: string; user_id: string; client_id: string | null; holds: string }>(
    AUTOCOMMIT,
    `SELECT g.id, g.user_id, m.client_id,
       (SELECT COUNT(*) FROM holds h WHERE h.reference = g.id AND h.amount_micro = g.held_micro) AS holds
     FROM messages m JOIN generations g ON g.id = m.generation_id WHERE m.is_created_by_user = 1`,
  );
  const stored = new Map(rows.map((row) => [row.id, row]));
  callers.forEach(({ userId, clientMessageId }, index) => {
    const { admission } = answers[index]!;
    if (admission === null) return;
    const row = { user_id: userId, client_id: clientMessageId, holds: '1' };
    expect(stored.get(admission.generationId)).toMatchObject(row);
  });
  expect(new Set(answers.flatMap(({ admission }) => admission?.generationId ?? [])).size).toBe(40);
  const counts = await selectRow(
    AUTOCOMMIT,
    `SELECT (SELECT COUNT(*) FROM generations) AS generations, (SELECT COUNT(*) FROM holds) AS holds,
       (SELECT COUNT(*) FROM messages) AS messages, (SELECT COUNT(*) FROM conversations) AS conversations`,
  );
  expect(counts).toEqual({ generations: '40', holds: '40', messages: '80', conversations: '40' });
}

/**
 * On every account the sum of the entries is the balance, and the sum of the open holds is the held amount,
 * within the balance.
 */
export async function expectLedgerAgrees(): Promise<void> {
  const wrong = await selectRows(
    AUTOCOMMIT,
    `SELECT a.id, a.balance_micro, a.held_micro FROM accounts a WHERE a.balance_micro < a.held_micro
       OR a.balance_micro <> (SELECT COALESCE(SUM(amount_micro), 0) FROM ledger_entries e WHERE e.account_id = a.id)
       OR a.held_micro <> (SELECT COALESCE(SUM(amount_micro), 0) FROM holds h WHERE h.account_id = a.id)`,
  );
  expect(wrong).toEqual([]);
}
