import { casesById } from '#db/cases-by-id.ts';
import { write } from '#db/sql.ts';
import type { Transaction } from '#db/transaction.ts';
import { lockAccounts, type Account } from './accounts.ts';

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

/**
 * Decides caller by caller in order of arrival, then writes all holds with one INSERT and the accounts with
 * one UPDATE. A caller without money never fails its neighbours.
 * @param tx the transaction that also stores what the money is held for
 * @param locked the accounts, when this transaction has locked them already
 */
export async function holdAll(
  tx: Transaction,
  requests: HoldRequest[],
  locked?: Map<string, Account>,
): Promise<HoldDecision[]> {
  const ids = requests.map((request) => request.accountId);
  const accounts = locked ?? (await lockAccounts(tx, ids));
  const taken = new Map<string, bigint>();
  const takenOfBudgets = new Map<string, bigint>();
  const decisions = requests.map((request) =>
    decide(request, accounts.get(request.accountId), taken, takenOfBudgets),
  );
  const granted = requests.flatMap(({ reference, accountId }, index) => {
    const decision = decisions[index];
    return decision?.granted ? [{ reference, accountId, heldMicro: decision.heldMicro }] : [];
  });
  if (granted.length === 0) return decisions;
  await insertHolds(tx, granted);
  const [cases, values] = casesById(taken);
  await write(tx, `UPDATE accounts SET held_micro = held_micro + ${cases} WHERE id IN (?)`, [
    ...values,
    [...taken.keys()],
  ]);
  return decisions;
}

/** Writes what is set aside, beside its sum on the accounts. */
export async function insertHolds(
  tx: Transaction,
  holds: readonly { reference: string; accountId: string; heldMicro: bigint }[],
): Promise<void> {
  const now = new Date();
  await write(tx, 'INSERT INTO holds (reference, account_id, amount_micro, created_at) VALUES ?', [
    holds.map(({ reference, accountId, heldMicro }) => [reference, accountId, heldMicro, now]),
  ]);
}

function decide(
  request: HoldRequest,
  account: Account | undefined,
  taken: Map<string, bigint>,
  takenOfBudgets: Map<string, bigint>,
): HoldDecision {
  const { accountId, budget, leastMicro, stepMicro, slots } = request;
  const already = taken.get(accountId) ?? 0n;
  const free = account ? account.balanceMicro - account.heldMicro - already : 0n;
  if (!account || free < leastMicro) return tooLittle('account', leastMicro, free);
  let coveredMicro = amountToHold(free, request);
  const step = () => stepOf({ wantedMicro: coveredMicro, stepMicro });
  if (budget) {
    const spoken = takenOfBudgets.get(budget.id) ?? 0n;
    const left = budget.leftMicro - spoken;
    if (left < leastMicro) return tooLittle('budget', leastMicro, left);
    if (coveredMicro > left) coveredMicro = left;
    if (!takeSlot(slots)) return tooLittle('slots', leastMicro, left);
    takenOfBudgets.set(budget.id, spoken + step());
  } else if (!takeSlot(slots)) return tooLittle('slots', leastMicro, free);
  const heldMicro = step();
  taken.set(accountId, already + heldMicro);
  return { granted: true, heldMicro, coveredMicro };
}

/** What of a hold is taken at first. */
export function stepOf({ wantedMicro, stepMicro }: Pick<HoldRequest, 'wantedMicro' | 'stepMicro'>): bigint {
  return stepMicro !== undefined && stepMicro < wantedMicro ? stepMicro : wantedMicro;
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
