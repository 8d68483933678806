import { readBalance } from '#app/core/ledger/balances.ts';
import { endpoint } from '#app/http/api/api-route.ts';
import { JsonResponse } from '#app/http/response/written-response.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

/**
 * GET /api/balance: the balance as the specification wants it, a bare number of micro-dollars (exact up to nine
 * thousand million dollars). The part of it that is set aside for running replies stands in `x-balance-held`.
 */
export const balanceCall = endpoint({ auth: 'user' }, async ({ user }) => {
  const { balanceMicro, heldMicro } = await readBalance(AUTOCOMMIT, user.id);
  const headers = { 'cache-control': 'no-store', 'x-balance-held': heldMicro.toString() };
  return new JsonResponse(Number(balanceMicro), { headers });
});
