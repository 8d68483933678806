import { guard } from '#db/guard.ts';
import { write } from '#db/sql.ts';
import type { Transaction } from '#db/transaction.ts';
import { insertHolds, stepOf, type GrantedHold, type HoldRequest } from './hold.ts';

/** A hold of all that is wanted. */
type OutrightRequest = Pick<HoldRequest, 'reference' | 'accountId' | 'wantedMicro' | 'stepMicro'>;

/** What an account must have free before the first of its requests, and what they take of it, in micro-dollars. */
interface Share {
  neededMicro: bigint;
  takenMicro: bigint;
}

/**
 * Holds all that is wanted without a look at the accounts: most have plenty, and are spared a way to the database on
 * which they stay locked. An account has plenty when `holdAll` would grant each of the requests, in this order, all that
 * it wants. Where one of them has less, the statement fails, and with it the transaction (`isGuardFailure`); then
 * `holdAll` decides.
 * @param tx a transaction that locks nothing before
 */
export async function holdOutright(
  tx: Transaction,
  requests: readonly OutrightRequest[],
): Promise<GrantedHold[]> {
  if (requests.length === 0) return [];
  const shares = [...sharesOf(requests)];
  const cases = shares.map(() => 'WHEN id = ? AND balance_micro - held_micro >= ? THEN held_micro + ?');
  const amounts = shares.flatMap(([id, { neededMicro, takenMicro }]) => [id, neededMicro, takenMicro]);
  await write(
    tx,
    `UPDATE accounts SET held_micro = CASE ${cases.join(' ')} ELSE ${guard('hold')} END WHERE id IN (?) ORDER BY id`,
    [...amounts, shares.map(([id]) => id)],
  );
  await insertHolds(
    tx,
    requests.map((request) => ({ ...request, heldMicro: stepOf(request) })),
  );
  return requests.map((request) => ({
    granted: true,
    heldMicro: stepOf(request),
    coveredMicro: request.wantedMicro,
  }));
}

/** By account: half of what is free when a request's turn comes must be what it wants. */
function sharesOf(requests: readonly OutrightRequest[]): Map<string, Share> {
  const shares = new Map<string, Share>();
  for (const request of requests) {
    const { neededMicro, takenMicro } = shares.get(request.accountId) ?? { neededMicro: 0n, takenMicro: 0n };
    const needs = takenMicro + 2n * request.wantedMicro;
    shares.set(request.accountId, {
      neededMicro: needs > neededMicro ? needs : neededMicro,
      takenMicro: takenMicro + stepOf(request),
    });
  }
  return shares;
}
