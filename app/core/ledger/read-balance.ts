import type { Tx } from '#db/transaction.ts';
import { findAccount } from './accounts.ts';

/** What a user owns and what of it is held for running replies, in micro-dollars; nothing for no account. */
export async function readBalance(
  tx: Tx,
  userId: string,
): Promise<{ balanceMicro: bigint; heldMicro: bigint }> {
  const account = await findAccount(tx, userId);
  return { balanceMicro: account?.balanceMicro ?? 0n, heldMicro: account?.heldMicro ?? 0n };
}
