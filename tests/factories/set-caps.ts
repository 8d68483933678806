import { changeSpendingLimits } from '#app/core/accounts/account-settings.ts';
import type { SpendingCaps } from '#app/core/ledger/caps/spending-cap.ts';

/** Sets a user's own caps, in micro-dollars; others are removed. */
export function setCaps(userId: string, caps: Partial<SpendingCaps>): Promise<void> {
  return changeSpendingLimits(userId, { caps: { daily: null, monthly: null, ...caps }, belowMicro: null });
}
