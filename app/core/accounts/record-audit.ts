import { AuditEntry } from '#db/models/accounts.ts';
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
  await AuditEntry.create(
    {
      id: newId(),
      actor: actor.slice(0, 120),
      action,
      subjectId,
      detail: detail ? JSON.stringify(detail) : null,
      createdAt: new Date(),
    },
    { transaction: tx },
  );
}
