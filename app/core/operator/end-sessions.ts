import { recordAudit } from '#app/core/accounts/record-audit.ts';
import { endAllSessions } from '#app/core/accounts/sessions/end-sessions.ts';
import type { Transaction } from '#db/transaction.ts';
import type { UserAct } from './act.ts';

/** Signs a user out everywhere. @returns how many sessions were ended */
export async function endSessionsOf(tx: Transaction, { userId, actor }: UserAct): Promise<number> {
  const ended = await endAllSessions(tx, { userId });
  if (ended > 0)
    await recordAudit(tx, { actor, action: 'end-sessions', subjectId: userId, detail: { ended } });
  return ended;
}
