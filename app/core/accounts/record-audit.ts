import { write } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';
import { newId } from '#app/core/platform/ids.ts';

/** What is written down when an operator, or the system for one, acts on an account. */
export interface AuditedAct {
  /** Who acted: `operator:<name>`, `user:<id>` or `system:<part>`. */
  actor: string;
  action: string;
  subjectId: string | null;
  /** Never a secret. */
  detail?: Record<string, string | number | null>;
}

export async function recordAudit(tx: Tx, { actor, action, subjectId, detail }: AuditedAct): Promise<void> {
  await write(
    tx,
    'INSERT INTO audit_entries (id, actor, action, subject_id, detail, created_at) VALUES (?)',
    [[newId(), actor.slice(0, 120), action, subjectId, detail ? JSON.stringify(detail) : null, new Date()]],
  );
}
