import type { Reconciliation } from '#app/contracts/usage/dashboard.ts';
import { change, selectRow } from '#db/sql.ts';
import { AUTOCOMMIT, type Tx } from '#db/transaction.ts';
import { addFinding, type Finding } from './finding.ts';

interface Row {
  compared: string;
  mismatches: string;
  examples: string;
}

/** Forgets what an earlier pass of the same day has found: a new one begins. */
export async function beginFindings(what: Reconciliation['what'], passOn: Date): Promise<void> {
  await change(AUTOCOMMIT, 'DELETE FROM reconciliations WHERE what = ? AND pass_on = ?', [what, passOn]);
}

/** Adds what a batch of a pass has found. There is one pass at a time. */
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
