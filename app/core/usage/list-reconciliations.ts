import type { Reconciliation } from '#app/contracts/usage/dashboard.ts';
import { selectRows } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';

interface Row {
  what: Reconciliation['what'];
  checked_at: Date;
  compared: string;
  mismatches: string;
  examples: string;
}

/** The newest pass of each comparison, also one that is under way; of one that was never made there is none. */
export async function listReconciliations(tx: Tx): Promise<Reconciliation[]> {
  const rows = await selectRows<Row>(
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
