import type { Reconciliation } from '#app/contracts/usage/dashboard.ts';
import { firstSettledAt } from '#app/core/generation/report/settled.ts';
import { compareBalances, newestEntryId, type MoneyMismatch } from '#app/core/ledger/balance-audit.ts';
import { newId } from '#app/core/platform/ids.ts';
import { logger } from '#app/core/platform/logger.ts';
import { changeInBatches } from '#db/sql.ts';
import { AUTOCOMMIT, transaction } from '#db/transaction.ts';
import { compareDay } from './day-comparison.ts';
import {
  endLease,
  moveEntriesBound,
  readReconciliationState,
  storeAccountCursor,
  storeVerifiedUntil,
  acquireLease,
} from './reconciliation-state.ts';
import { beginFindings, NOTHING_FOUND, storeFinding, type Finding } from './reconciliations.ts';
import { DAY_MS, dayOf, earliest, HOUR_MS, later, latest, oldestHours } from './sums/times.ts';
import { lockState, readState } from './usage-state.ts';

/** Accounts per statement. */
const ACCOUNTS = 200;

/** Start of the nightly pass after midnight (UTC): the previous day is rolled up by then. */
const NIGHT_MS = 2 * HOUR_MS;

/** Cursor after all accounts: the pass of the day is complete. */
const DONE = 'done';

/** Number of days that an operator's pass compares again. */
const DAYS_AGAIN = 7;

/** Rows per statement, so that none holds locks for long. */
const AT_ONCE = 5000;

const FIGURES = `DELETE FROM usage_figures WHERE grain = 'hour' AND at < ? LIMIT ?`;

const RANKS = `DELETE FROM usage_ranks
  WHERE scope IN ('model', 'key', 'application') AND grain = 'hour' AND at < ? LIMIT ?`;

/** The nightly comparison of everything not compared yet. Every worker calls it; one of them does it. */
export async function reconcileNightly(): Promise<void> {
  const { now, verifiedUntil, accountsFor, accountCursor } = await readReconciliationState();
  const today = dayOf(now);
  const isDone = verifiedUntil >= today && accountsFor >= today && accountCursor === DONE;
  if (isDone || now.getTime() - today.getTime() < NIGHT_MS) return;
  await withLease(async (renew) => {
    const { rolledUntil } = await readState(AUTOCOMMIT);
    const until = earliest(today, dayOf(rolledUntil));
    await compareDays(renew, { from: verifiedUntil, until, passOn: today });
    await compareAccounts(renew, { passOn: today, isFull: false });
    await pruneHours(now);
  });
}

/**
 * The same at once, for an operator: the last seven days and the part of today that is rolled up, and every
 * account.
 * @param isFull all days whose rows still exist, and every entry of every account
 * @returns false when another process is doing it
 */
export async function reconcileNow({ isFull = false } = {}): Promise<boolean> {
  const { now, verifiedUntil } = await readReconciliationState();
  const today = dayOf(now);
  return withLease(async (renew) => {
    const from = isFull ? new Date(0) : earliest(verifiedUntil, later(today, -DAYS_AGAIN * DAY_MS));
    await beginFindings('usage', today);
    await compareDays(renew, { from, until: later(today, DAY_MS), passOn: today });
    await storeAccountCursor(today, '');
    await compareAccounts(renew, { passOn: today, isFull });
  });
}

/** Renews the lease. @throws Error when it was lost */
type Renew = () => Promise<void>;

async function withLease(work: (renew: Renew) => Promise<void>): Promise<boolean> {
  const owner = newId();
  if (!(await acquireLease(owner))) return false;
  const renew = async () => {
    if (!(await acquireLease(owner))) throw new Error('another process reconciles');
  };
  try {
    await work(renew);
  } finally {
    await endLease(owner);
  }
  return true;
}

interface Days {
  from: Date;
  /** Days before it. */
  until: Date;
  passOn: Date;
}

/** Compares day by day, each in a transaction of its own: after a crash the pass continues with that day. */
async function compareDays(renew: Renew, { from, until, passOn }: Days): Promise<void> {
  const { completeFrom, rolledUntil } = await readState(AUTOCOMMIT);
  const first = await firstSettledAt(AUTOCOMMIT);
  await report('usage', passOn, NOTHING_FOUND);
  const begin = latest(from, completeFrom, dayOf(first ?? rolledUntil));
  for (let day = begin; day < until && day <= rolledUntil; day = later(day, DAY_MS)) {
    await renew();
    await compareOne(day, passOn);
    await storeVerifiedUntil(earliest(later(day, DAY_MS), dayOf(rolledUntil)));
  }
  await storeVerifiedUntil(earliest(until, dayOf(rolledUntil)));
}

function compareOne(day: Date, passOn: Date): Promise<void> {
  return transaction(async (tx) => {
    const state = await lockState(tx);
    if (day < state.completeFrom) return;
    const finding = await compareDay(tx, day, state);
    await storeFinding(tx, { what: 'usage', passOn }, finding);
    noteMismatches('usage', finding);
  });
}

async function compareAccounts(
  renew: Renew,
  { passOn, isFull }: { passOn: Date; isFull: boolean },
): Promise<void> {
  const { accountsFor, accountCursor } = await readReconciliationState();
  const isUnderWay = accountsFor.getTime() === passOn.getTime() && accountCursor !== '';
  if (isUnderWay && accountCursor === DONE) return;
  if (!isUnderWay) {
    await moveEntriesBound(await newestEntryId(AUTOCOMMIT));
    await beginFindings('balances', passOn);
    await beginFindings('holds', passOn);
  }
  const { entriesBound } = await readReconciliationState();
  for (let after = isUnderWay ? accountCursor : ''; ;) {
    await renew();
    const compared = await compareBalances(AUTOCOMMIT, { after, limit: ACCOUNTS, entriesBound, isFull });
    await report('balances', passOn, findingOf(compared.accounts, compared.balances, 'entries'));
    await report('holds', passOn, findingOf(compared.accounts, compared.holds, 'holds'));
    if (compared.last === null) break;
    after = compared.last;
    await storeAccountCursor(passOn, after);
  }
  await storeAccountCursor(passOn, DONE);
}

function findingOf(compared: number, mismatches: MoneyMismatch[], sumOf: string): Finding {
  return {
    compared,
    mismatches: mismatches.length,
    examples: mismatches
      .slice(0, 5)
      .map(
        ({ accountId, stored, sum }) => `account ${accountId}: ${stored} micro-dollars, its ${sumOf} ${sum}`,
      ),
  };
}

async function report(what: Reconciliation['what'], passOn: Date, finding: Finding): Promise<void> {
  await storeFinding(AUTOCOMMIT, { what, passOn }, finding);
  noteMismatches(what, finding);
}

function noteMismatches(what: Reconciliation['what'], { mismatches, examples }: Finding): void {
  if (mismatches > 0) logger().error({ what, mismatches, examples }, 'reconciliation');
}

/** Deletes hourly sums of days that no dashboard shows by hour any more; daily sums stay. */
async function pruneHours(now: Date): Promise<void> {
  for (const sql of [FIGURES, RANKS]) await changeInBatches(sql, [oldestHours(now)], AT_ONCE);
}
