import { guard } from '#db/guard.ts';
import { write } from '#db/sql.ts';
import type { Transaction } from '#db/transaction.ts';
import type { Account } from './accounts.ts';

/**
 * Money to set aside for one run, in micro-dollars. `least` is what the run must have; `wanted` is what it
 * would like. They are equal when the caller fixed the longest answer: then it is all or nothing.
 */
export interface HoldRequest {
  reference: string;
  accountId: string;
  wantedMicro: bigint;
  leastMicro: bigint;
  /** What is enough to begin with, where more can be held while the run is under way. */
  stepMicro?: bigint;
  /** A bound that several requests share, beside the account: what is left of it before this transaction. */
  budget?: { id: string; leftMicro: bigint };
  /** A bound on how many are granted, shared by requests and counted down. Asked last: who has no money is told so. */
  slots?: Slots;
}

export interface Slots {
  left: number;
}

/** `coveredMicro` is what the money covers, of which `heldMicro` is held now. */
export interface GrantedHold {
  granted: true;
  heldMicro: bigint;
  coveredMicro: bigint;
}

export type HoldDecision =
  | GrantedHold
  | { granted: false; short: 'account' | 'budget' | 'slots'; neededMicro: bigint; availableMicro: bigint };

/** What requests take of an account, and what must be free before the first of them, in micro-dollars. */
interface Share {
  takenMicro: bigint;
  neededMicro: bigint;
}

/** What is decided so far. */
interface Taken {
  accounts: Map<string, Share>;
  budgets: Map<string, bigint>;
}

/**
 * Decides caller by caller in order of arrival, then writes all holds with one INSERT and the accounts with
 * one UPDATE. A caller without money never fails its neighbours.
 * @param tx the transaction that also stores what the money is held for
 * @param accounts as this transaction has locked them; null for optimistic locking: each is taken to have plenty, which
 *   is twice of what a caller wants when its turn comes, and where one has less the transaction fails (`isGuardFailure`)
 */
export async function holdAll(
  tx: Transaction,
  requests: readonly HoldRequest[],
  accounts: ReadonlyMap<string, Account> | null,
): Promise<HoldDecision[]> {
  const taken: Taken = { accounts: new Map(), budgets: new Map() };
  const decisions = requests.map((request) => decide(request, freeOf(request, accounts, taken), taken));
  const holds = requests.flatMap(({ reference, accountId }, index) => {
    const decision = decisions[index]!;
    return decision.granted ? [{ reference, accountId, heldMicro: decision.heldMicro }] : [];
  });
  if (holds.length > 0) await writeHolds(tx, holds, taken.accounts);
  return decisions;
}

/** What an account has free for a request; null where that is taken to be plenty. */
function freeOf(
  { accountId }: HoldRequest,
  accounts: ReadonlyMap<string, Account> | null,
  taken: Taken,
): bigint | null {
  if (!accounts) return null;
  const account = accounts.get(accountId);
  if (!account) return -1n;
  return account.balanceMicro - account.heldMicro - (taken.accounts.get(accountId)?.takenMicro ?? 0n);
}

function decide(request: HoldRequest, freeMicro: bigint | null, taken: Taken): HoldDecision {
  const { accountId, budget, leastMicro, stepMicro, slots, wantedMicro } = request;
  if (freeMicro !== null && freeMicro < leastMicro) return tooLittle('account', leastMicro, freeMicro);
  let coveredMicro = freeMicro === null ? wantedMicro : amountToHold(freeMicro, request);
  const spokenMicro = budget ? (taken.budgets.get(budget.id) ?? 0n) : 0n;
  const leftMicro = budget ? budget.leftMicro - spokenMicro : freeMicro;
  if (budget && leftMicro! < leastMicro) return tooLittle('budget', leastMicro, leftMicro!);
  if (budget && coveredMicro > leftMicro!) coveredMicro = leftMicro!;
  if (!takeSlot(slots)) return tooLittle('slots', leastMicro, leftMicro ?? 0n);
  const heldMicro = stepMicro !== undefined && stepMicro < coveredMicro ? stepMicro : coveredMicro;
  if (budget) taken.budgets.set(budget.id, spokenMicro + heldMicro);
  take(taken.accounts, accountId, {
    heldMicro,
    neededMicro: freeMicro === null ? 2n * wantedMicro : heldMicro,
  });
  return { granted: true, heldMicro, coveredMicro };
}

/** @param neededMicro what must be free when the turn of this request comes */
function take(
  shares: Map<string, Share>,
  accountId: string,
  { heldMicro, neededMicro }: { heldMicro: bigint; neededMicro: bigint },
): void {
  const share = shares.get(accountId) ?? { takenMicro: 0n, neededMicro: 0n };
  const needed = share.takenMicro + neededMicro;
  shares.set(accountId, {
    takenMicro: share.takenMicro + heldMicro,
    neededMicro: needed > share.neededMicro ? needed : share.neededMicro,
  });
}

/** Writes holds, and their sums on the accounts. Fails where an account has less free than its share needs. */
async function writeHolds(
  tx: Transaction,
  holds: readonly { reference: string; accountId: string; heldMicro: bigint }[],
  shares: ReadonlyMap<string, Share>,
): Promise<void> {
  const cases = [...shares].map(() => 'WHEN id = ? AND balance_micro - held_micro >= ? THEN held_micro + ?');
  await write(
    tx,
    `UPDATE accounts SET held_micro = CASE ${cases.join(' ')} ELSE ${guard('hold')} END WHERE id IN (?) ORDER BY id`,
    [
      ...[...shares].flatMap(([id, { neededMicro, takenMicro }]) => [id, neededMicro, takenMicro]),
      [...shares.keys()],
    ],
  );
  const now = new Date();
  await write(tx, 'INSERT INTO holds (reference, account_id, amount_micro, created_at) VALUES ?', [
    holds.map(({ reference, accountId, heldMicro }) => [reference, accountId, heldMicro, now]),
  ]);
}

/** Takes one of the places that are left. @returns false when there is none */
export function takeSlot(slots: Slots | undefined): boolean {
  if (!slots) return true;
  slots.left -= 1;
  return slots.left >= 0;
}

function tooLittle(short: 'account' | 'budget' | 'slots', neededMicro: bigint, left: bigint): HoldDecision {
  return { granted: false, short, neededMicro, availableMicro: left > 0n ? left : 0n };
}

/** At most half of the free money, so that one call leaves room for the next, but never under the least. */
export function amountToHold(
  free: bigint,
  { wantedMicro, leastMicro }: Pick<HoldRequest, 'wantedMicro' | 'leastMicro'>,
): bigint {
  const half = free / 2n;
  const ceiling = half > leastMicro ? half : leastMicro;
  return wantedMicro < ceiling ? wantedMicro : ceiling;
}
