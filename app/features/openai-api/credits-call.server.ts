import { toDollars } from '#app/contracts/money.ts';
import { readCredits } from '#app/core/ledger/read-credits.ts';
import { hubEndpoint } from '#app/http/api/hub-route.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

/**
 * GET /api/v1/credits: the money of whoever's key calls, in exact dollars as text and in millionths of a dollar.
 * `total_credits` less `total_usage` is the balance; `available` is what of it no running call holds.
 */
export const creditsCall = hubEndpoint({}, async ({ user }) => {
  const { grantedMicro, usedMicro, balanceMicro, heldMicro } = await readCredits(AUTOCOMMIT, user.id);
  const amounts = {
    total_credits: grantedMicro,
    total_usage: usedMicro,
    held: heldMicro,
    available: balanceMicro - heldMicro,
  };
  const entries = Object.entries(amounts);
  return {
    object: 'credits',
    ...Object.fromEntries(entries.map(([name, micro]) => [name, toDollars(micro)])),
    micro: Object.fromEntries(entries.map(([name, micro]) => [name, Number(micro)])),
  };
});
