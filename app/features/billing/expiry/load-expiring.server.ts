import { readExpiring } from '#app/core/ledger/lots/credit-entries.ts';
import { NOTICE_DAYS, noticeAt, type Lot } from '#app/core/ledger/lots/credit.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import type { ExpiringData } from './expiring-data.ts';

/** Lots that are listed one by one. */
const LISTED = 5;

/** What of a user's credit expires next. */
export async function loadExpiring(userId: string, now = new Date()): Promise<ExpiringData> {
  const { lots, isExact } = await readExpiring(AUTOCOMMIT, userId, now);
  const soon = lots.filter((lot) => noticeAt(lot, NOTICE_DAYS[0]) <= now.getTime());
  const next = lots[soon.length];
  const moreMicro = soon.slice(LISTED).reduce((sum, { remainingMicro }) => sum + remainingMicro, 0n);
  return {
    soon: soon.slice(0, LISTED).map(shown),
    moreMicro: moreMicro > 0n ? moreMicro.toString() : null,
    next: next ? shown(next) : null,
    isExact,
  };
}

function shown({ entryId, remainingMicro, expiresAt }: Lot): ExpiringData['soon'][number] {
  return {
    entryId: entryId.toString(),
    amountMicro: remainingMicro.toString(),
    expiresAt: expiresAt.toISOString(),
  };
}
