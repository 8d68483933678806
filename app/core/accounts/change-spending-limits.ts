import { findAccount } from '#app/core/ledger/accounts.ts';
import { changeAlert } from '#app/core/ledger/alerts/balance-alert.ts';
import { changeCaps } from '#app/core/ledger/caps/change-caps.ts';
import { countMonth } from '#app/core/ledger/caps/count-month.ts';
import type { SpendingCaps } from '#app/core/ledger/caps/spending-cap.ts';
import { AppError } from '#app/contracts/errors.ts';
import { AUTOCOMMIT, transaction } from '#db/transaction.ts';
import { recordAudit } from './record-audit.ts';

/** What a person sets for the own account, in micro-dollars; null for none. */
export interface SpendingLimits {
  caps: SpendingCaps;
  /** The balance below which a mail is sent. */
  belowMicro: bigint | null;
}

/**
 * Sets what a person lets the own account spend, and below which balance they are mailed. It is in force for every call
 * that is admitted after this returns.
 * @throws AppError not_found for a user without an account
 */
export async function changeSpendingLimits(
  userId: string,
  { caps, belowMicro }: SpendingLimits,
): Promise<void> {
  const account = await findAccount(AUTOCOMMIT, userId);
  if (!account) throw new AppError('not_found');
  const { id: accountId, hasCaps } = account;
  const isFirst = !hasCaps && (caps.daily !== null || caps.monthly !== null);
  const counted = isFirst ? await countMonth(AUTOCOMMIT, accountId) : null;
  await transaction(async (tx) => {
    await changeCaps(tx, { accountId, caps, counted });
    await changeAlert(tx, { accountId, belowMicro });
    const text = (micro: bigint | null) => micro?.toString() ?? null;
    const detail = { daily: text(caps.daily), monthly: text(caps.monthly), below: text(belowMicro) };
    await recordAudit(tx, { actor: `user:${userId}`, action: 'spending-limits', subjectId: userId, detail });
  });
}
