import { readBalance } from '#app/core/ledger/read-balance.ts';
import { endpoint } from '#app/http/api-route.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

/**
 * GET /api/balance: the balance in micro-dollars, as text because it may be larger than a JSON number is exact.
 * `held` is the part of it that is set aside for running replies.
 */
export const balanceCall = endpoint({ auth: 'user' }, async ({ user }) => {
  const { balanceMicro, heldMicro } = await readBalance(AUTOCOMMIT, user.id);
  return { balance: balanceMicro.toString(), held: heldMicro.toString() };
});
