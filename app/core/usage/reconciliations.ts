import type { Reconciliation } from '#app/contracts/usage/dashboard.ts';
import { change, selectRow, selectRows } from '#db/sql.ts';
import { AUTOCOMMIT, type Tx } from '#db/transaction.ts';
import { readState } from './usage-state.ts';

interface Row {
  compared: string;
  mismatches: string;
  examples: string;
}

/** The result of a comparison. */
export interface Finding {
  compared: number;
  mismatches: number;
  /** The first mismatches, as text for an operator. */
  examples: string[];
}

const MAX_EXAMPLES = 5;

export const NOTHING_FOUND: Finding = { compared: 0, mismatches: 0, examples: [] };

const addFinding = (one: Finding, other: Finding): Finding => ({
  compared: one.compared + other.compared,
  mismatches: one.mismatches + other.mismatches,
  examples: [...one.examples, ...other.examples].slice(0, MAX_EXAMPLES),
});

interface PassRow {
  what: Reconciliation['what'];
  checked_at: Date;
  compared: string;
  mismatches: string;
  examples: string;
}

/** Deletes the findings of an earlier pass of the same day: a new one starts. */
export async function beginFindings(what: Reconciliation['what'], passOn: Date): Promise<void> {
  await change(AUTOCOMMIT, 'DELETE FROM reconciliations WHERE what = ? AND pass_on = ?', [what, passOn]);
}

/** Adds the findings of a batch of a pass. There is one pass at a time. */
export async function storeFinding(
  tx: Tx,
  { what, passOn }: { what: Reconciliation['what']; passOn: Date },
  finding: Finding,
): Promise<void> {
  const row = await selectRow<Row>(
    tx,
    'SELECT compared, mismatches, examples FROM reconciliations WHERE what = ? AND pass_on = ?',
    [what, passOn],
  );
  const before = row && {
    compared: Number(row.compared),
    mismatches: Number(row.mismatches),
    examples: JSON.parse(row.examples) as string[],
  };
  const { compared, mismatches, examples } = before ? addFinding(before, finding) : finding;
  await change(
    tx,
    `INSERT INTO reconciliations (what, pass_on, checked_at, compared, mismatches, examples)
     VALUES (?, ?, NOW(3), ?, ?, ?)
     ON DUPLICATE KEY UPDATE checked_at = VALUES(checked_at), compared = VALUES(compared),
       mismatches = VALUES(mismatches), examples = VALUES(examples)`,
    [what, passOn, compared, mismatches, JSON.stringify(examples)],
  );
}

/** The newest pass of each comparison, including a running one; none for a comparison that was never made. */
export async function listReconciliations(tx: Tx): Promise<Reconciliation[]> {
  const rows = await selectRows<PassRow>(
    tx,
    `SELECT what, checked_at, compared, mismatches, examples FROM reconciliations
     WHERE (what, pass_on) IN (SELECT what, MAX(pass_on) FROM reconciliations GROUP BY what) ORDER BY what`,
  );
  return rows.map((row) => ({
    what: row.what,
    checkedAt: row.checked_at.toISOString(),
    compared: Number(row.compared),
    mismatches: Number(row.mismatches),
    examples: JSON.parse(row.examples) as string[],
  }));
}

/** The lag of the roll-ups in seconds, and the results of the newest reconciliations. */
export async function measureUsage(): Promise<{ lagSeconds: number; reconciliations: Reconciliation[] }> {
  const { rolledUntil, now } = await readState(AUTOCOMMIT);
  return {
    lagSeconds: (now.getTime() - rolledUntil.getTime()) / 1000,
    reconciliations: await listReconciliations(AUTOCOMMIT),
  };
}
