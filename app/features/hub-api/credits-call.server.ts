import { toDollars, type Micro } from '#app/contracts/money.ts';
import type { CreditsAnswer } from '#app/contracts/openai/answers/account-answers.ts';
import { readCredits } from '#app/core/ledger/balances.ts';
import { hubEndpoint } from '#app/http/api/hub-route.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

/**
 * GET /api/v1/credits: the money of whoever's key calls, in exact dollars as text and in millionths of a dollar.
 * `total_credits` less `total_usage` is the balance; `available` is what of it no running call holds.
 */
export const creditsCall = hubEndpoint({}, async ({ user }): Promise<CreditsAnswer> => {
  const { grantedMicro, usedMicro, balanceMicro, heldMicro } = await readCredits(AUTOCOMMIT, user.id);
  const amounts = {
    total_credits: grantedMicro,
    total_usage: usedMicro,
    held: heldMicro,
    available: balanceMicro - heldMicro,
  };
  const each = <Shown>(show: (micro: Micro) => Shown) =>
    Object.fromEntries(Object.entries(amounts).map(([name, micro]) => [name, show(micro)])) as Record<
      keyof typeof amounts,
      Shown
    >;
  const [total_credits, total_usage] = [Number(grantedMicro) / 1e6, Number(usedMicro) / 1e6];
  const data = { total_credits, total_usage };
  return { object: 'credits', ...each(toDollars), micro: each(Number), data };
});
