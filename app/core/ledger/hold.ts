import { guard } from '#db/optimistic-locking.ts';
import { casesById, write } from '#db/sql.ts';
import type { Transaction } from '#db/transaction.ts';
import type { Payer } from './caps/payers.ts';
import type { Budget, SpendingCap } from './caps/spending-cap.ts';

/**
 * Money to reserve for one run, in micro-dollars. `minMicro` is the amount that the run must have;
 * `wantedMicro` is the amount that it would like. They are equal when the caller set the max output tokens:
 * then it is all or nothing.
 */
export interface HoldRequest<Own extends Budget = Budget> {
  reference: string;
  accountId: string;
  wantedMicro: bigint;
  minMicro: bigint;
  /** Sufficient to start with, if more can be held while the run continues. */
  stepMicro?: bigint;
  /** Limits that requests share, besides the account and the caps that its owner has set. */
  budgets?: readonly Own[];
  /** A limit on granted requests, shared and counted down. Checked last: lack of money is reported first. */
  slots?: Slots;
}

export interface Slots {
  left: number;
}

/** `coveredMicro` is the amount that the money covers, of which `heldMicro` is held now. */
export interface GrantedHold {
  granted: true;
  heldMicro: bigint;
  coveredMicro: bigint;
}

/** `budget` is the one that does not cover it: of the request, or a cap of the account. */
export type HoldDecision<Own extends Budget = Budget> =
  | GrantedHold
  | (Short & { short: 'account' })
  | (Short & { short: 'slots' })
  | (Short & { short: 'budget'; budget: Own | SpendingCap });

interface Short {
  granted: false;
  neededMicro: bigint;
  availableMicro: bigint;
}

/**
 * The amount that requests take from an account, and the amount that must be free before the first of them,
 * in micro-dollars.
 */
interface Share {
  takenMicro: bigint;
  neededMicro: bigint;
}

/** The amounts that are decided so far. */
interface Decided {
  accounts: Map<string, Share>;
  budgets: Map<string, bigint>;
}

/** More money for a run that has a hold. Micro-dollars above 0. */
export interface HoldExtension {
  reference: string;
  accountId: string;
  moreMicro: bigint;
}

/**
 * Decides requests one by one in order of arrival, then writes all holds with one INSERT and the accounts
 * with one UPDATE. A request without money never fails the others of its batch.
 * @param tx the transaction that also stores the runs
 * @param accounts as this transaction has locked them; null for optimistic locking: each is assumed to have
 * no caps, and to have twice the wanted amount free when a request's turn comes; if an account has less, or a
 * cap, the transaction fails (`isGuardFailure`)
 */
export async function holdAll<Own extends Budget = Budget>(
  tx: Transaction,
  requests: readonly HoldRequest<Own>[],
  accounts: ReadonlyMap<string, Payer> | null,
): Promise<HoldDecision<Own>[]> {
  const decided: Decided = { accounts: new Map(), budgets: new Map() };
  const decisions = requests.map((request) => {
    const caps = accounts?.get(request.accountId)?.caps ?? [];
    return decide(request, { freeMicro: freeOf(request, accounts, decided), caps }, decided);
  });
  const holds = requests.flatMap(({ reference, accountId }, index) => {
    const decision = decisions[index]!;
    return decision.granted ? [{ reference, accountId, heldMicro: decision.heldMicro }] : [];
  });
  if (holds.length > 0) await writeHolds(tx, holds, decided.accounts, accounts !== null);
  return decisions;
}

/** The free amount of an account for a request; null when it is assumed to be enough. */
function freeOf(
  { accountId }: HoldRequest,
  accounts: ReadonlyMap<string, Payer> | null,
  decided: Decided,
): bigint | null {
  if (!accounts) return null;
  const account = accounts.get(accountId);
  if (!account) return -1n;
  return account.balanceMicro - account.heldMicro - (decided.accounts.get(accountId)?.takenMicro ?? 0n);
}

/** The funds of an account for a request; `freeMicro` is null when it is assumed to be enough. */
interface Funds {
  freeMicro: bigint | null;
  caps: readonly SpendingCap[];
}

function decide<Own extends Budget>(
  request: HoldRequest<Own>,
  { freeMicro, caps }: Funds,
  decided: Decided,
): HoldDecision<Own> {
  const { accountId, minMicro, stepMicro, slots, wantedMicro } = request;
  if (freeMicro !== null && freeMicro < minMicro)
    return { ...shortBy(minMicro, freeMicro), short: 'account' };
  const budgets = [...(request.budgets ?? []), ...caps];
  let coveredMicro = freeMicro === null ? wantedMicro : amountToHold(freeMicro, request);
  for (const budget of budgets) {
    const leftMicro = budget.leftMicro - (decided.budgets.get(budget.id) ?? 0n);
    if (leftMicro < minMicro) return { ...shortBy(minMicro, leftMicro), short: 'budget', budget };
    if (coveredMicro > leftMicro) coveredMicro = leftMicro;
  }
  if (!takeSlot(slots)) return { ...shortBy(minMicro, coveredMicro), short: 'slots' };
  const heldMicro = stepMicro !== undefined && stepMicro < coveredMicro ? stepMicro : coveredMicro;
  for (const { id } of budgets) decided.budgets.set(id, (decided.budgets.get(id) ?? 0n) + heldMicro);
  addShare(decided.accounts, accountId, {
    heldMicro,
    neededMicro: freeMicro === null ? 2n * wantedMicro : heldMicro,
  });
  return { granted: true, heldMicro, coveredMicro };
}

/** @param neededMicro the amount that must be free when the turn of this request comes */
function addShare(
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

/**
 * Writes holds, and their sums on the accounts. Fails if an account has less free than its share needs, or
 * has caps that were not read.
 */
async function writeHolds(
  tx: Transaction,
  holds: readonly { reference: string; accountId: string; heldMicro: bigint }[],
  shares: ReadonlyMap<string, Share>,
  areCapsRead: boolean,
): Promise<void> {
  const uncapped = areCapsRead ? '' : 'AND has_caps = 0';
  const cases = [...shares].map(
    () => `WHEN id = ? ${uncapped} AND balance_micro - held_micro >= ? THEN held_micro + ?`,
  );
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

/** Uses one of the remaining slots. @returns false when there is none */
export function takeSlot(slots: Slots | undefined): boolean {
  if (!slots) return true;
  slots.left -= 1;
  return slots.left >= 0;
}

function shortBy(neededMicro: bigint, left: bigint): Short {
  return { granted: false, neededMicro, availableMicro: left > 0n ? left : 0n };
}

/** At most half of the free money, so that one call leaves room for the next, but at least the minimum. */
export function amountToHold(
  free: bigint,
  { wantedMicro, minMicro }: Pick<HoldRequest, 'wantedMicro' | 'minMicro'>,
): bigint {
  const half = free / 2n;
  const ceiling = half > minMicro ? half : minMicro;
  return wantedMicro < ceiling ? wantedMicro : ceiling;
}

/**
 * Adds to holds, with one UPDATE for them and one for the accounts.
 * @param tx the transaction in which the accounts were locked and found to have the money
 */
export async function extendHolds(tx: Transaction, extensions: readonly HoldExtension[]): Promise<void> {
  if (extensions.length === 0) return;
  const holds = new Map<string, bigint>();
  const accounts = new Map<string, bigint>();
  for (const { reference, accountId, moreMicro } of extensions) {
    holds.set(reference, (holds.get(reference) ?? 0n) + moreMicro);
    accounts.set(accountId, (accounts.get(accountId) ?? 0n) + moreMicro);
  }
  const [holdCases, holdValues] = casesById(holds, '0', 'reference');
  await write(tx, `UPDATE holds SET amount_micro = amount_micro + ${holdCases} WHERE reference IN (?)`, [
    ...holdValues,
    [...holds.keys()],
  ]);
  const [accountCases, accountValues] = casesById(accounts);
  await write(tx, `UPDATE accounts SET held_micro = held_micro + ${accountCases} WHERE id IN (?)`, [
    ...accountValues,
    [...accounts.keys()],
  ]);
}
