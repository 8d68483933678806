import { readBalance } from '#app/core/ledger/read-balance.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { publishUserEvents } from '#app/core/realtime/user-events.ts';

/** Tells a user's open tabs and devices what the balance is now, after a booking that no run made. */
export async function announceBalance(userId: string): Promise<void> {
  const { balanceMicro } = await readBalance(AUTOCOMMIT, userId);
  await publishUserEvents(userId, [{ type: 'balance', balanceMicro: balanceMicro.toString() }]);
}
