import { writeFollowUps } from '#app/core/follow-ups/outbox.ts';
import { findAccountById, lockAccounts } from '#app/core/ledger/accounts.ts';
import { announceBalance } from '#app/core/ledger/balances.ts';
import { bookToAccount } from '#app/core/ledger/book.ts';
import { logger } from '#app/core/platform/logger.ts';
import { canSendMail } from '#app/core/platform/mail.ts';
import { counted } from '#app/core/platform/metrics/metrics.ts';
import { isAway, isPassing } from '#app/core/platform/passing-error.ts';
import { enqueueFollowUp } from '#app/core/queue/enqueue.ts';
import { AUTOCOMMIT, transaction, type Transaction } from '#db/transaction.ts';
import { findCheckpoint, listDue, lockCheckpoint, moveCheckpoint } from './checkpoint.ts';
import { applyAllEntries, applyNextEntries } from './credit-entries.ts';
import { dueExpiries, dueNotices, nextCheck, sumOf, withoutEnded, type Credit } from './credit.ts';
import { addNotices } from './notices.ts';

/** Accounts that are listed at a time. */
const PAGE = 200;

/** An account with more new entries than this since its last check is checked more often. */
const BUSY_ENTRIES = 500;

/** The result of checking an account. */
interface Expired {
  userId: string;
  /** The amounts booked as expired, in micro-dollars above 0. */
  lots: { purchaseId: string; amountMicro: bigint }[];
  /** Ids of jobs that were written into the outbox. */
  followUps: string[];
}

/**
 * Checks every account with a due lot or notice, one after the other: several workers may do it. A failure is
 * logged, and the account is checked again the next time.
 * @throws when the database is unavailable
 * @param now the time by which something is due
 */
export async function expireCredit(now = new Date()): Promise<void> {
  let after = '';
  for (;;) {
    const due = await listDue(AUTOCOMMIT, { now, after, limit: PAGE });
    for (const accountId of due) await checkAccount(accountId, now);
    if (due.length < PAGE) return;
    after = due.at(-1)!;
  }
}

async function checkAccount(accountId: string, now: Date): Promise<void> {
  try {
    const expired = await expireLots(accountId, now);
    if (expired) await reportExpired(accountId, expired);
  } catch (error) {
    if (isAway(error)) throw error;
    const level = isPassing(error) ? 'warn' : 'error';
    logger()[level]({ accountId, error: (error as Error).message }, 'credit could not expire');
  }
}

async function reportExpired(accountId: string, { userId, lots, followUps }: Expired): Promise<void> {
  for (const id of followUps) enqueueFollowUp(id);
  for (const { purchaseId, amountMicro } of lots) {
    counted.expiredLots.inc();
    counted.expiredMicro.inc(Number(amountMicro));
    logger().info({ accountId, purchaseId, expiredMicro: amountMicro.toString() }, 'credit expired');
  }
  if (lots.length > 0) await announceBalance(userId);
}

/**
 * Books the expired amounts of an account's lots that are not held, and writes the jobs for due notices. One
 * transaction, and unique references: a repetition, also at the same time, changes nothing.
 * @returns null when nothing is due
 * @throws Error when the lots do not add up to the balance; nothing is changed then
 */
async function expireLots(accountId: string, now: Date): Promise<Expired | null> {
  const entries = await catchUp(accountId);
  const done = await transaction(async (tx) => {
    const account = (await lockAccounts(tx, [accountId])).get(accountId);
    const before = await lockCheckpoint(tx, accountId);
    if (!account || !before?.dueAt || before.dueAt > now) return null;
    const current = await applyAllEntries(tx, before);
    const { credit } = current.checkpoint;
    if (sumOf(credit) !== account.balanceMicro) throw new Error('The lots do not add up to the balance');
    const lots: Expired['lots'] = [];
    for (const { lot, amountMicro } of dueExpiries(credit, { heldMicro: account.heldMicro, now })) {
      const { purchaseId, expiries } = lot;
      await bookToAccount(tx, accountId, {
        kind: 'expiry',
        reference: `expiry:${purchaseId}:${expiries + 1}`,
        amountMicro: -amountMicro,
        detail: { purchase: purchaseId },
      });
      lots.push({ purchaseId, amountMicro });
    }
    const booked = await applyAllEntries(tx, current.checkpoint);
    const left = withoutEnded(booked.checkpoint.credit, now);
    const dueAt = nextCheck(left, { now, isBusy: entries + current.entries > BUSY_ENTRIES });
    await moveCheckpoint(tx, before.lastEntryId, { ...booked.checkpoint, credit: left, dueAt });
    return { lots, followUps: await writeNotices(tx, { accountId, credit: left, now }) };
  });
  const account = done && (await findAccountById(AUTOCOMMIT, accountId));
  return account ? { ...done, userId: account.userId } : null;
}

/**
 * Applies entries page by page before the account is locked, so that few are left to read under the lock.
 * @returns the number of entries
 */
async function catchUp(accountId: string): Promise<number> {
  let entries = 0;
  let at = await findCheckpoint(AUTOCOMMIT, accountId);
  while (at) {
    const next = await applyNextEntries(AUTOCOMMIT, at);
    entries += next.entries;
    if (next.isComplete) break;
    const isMoved = await moveCheckpoint(AUTOCOMMIT, at.lastEntryId, next.checkpoint);
    at = isMoved ? next.checkpoint : await findCheckpoint(AUTOCOMMIT, accountId);
  }
  return entries;
}

async function writeNotices(
  tx: Transaction,
  { accountId, credit, now }: { accountId: string; credit: Credit; now: Date },
): Promise<string[]> {
  if (!canSendMail()) return [];
  const due = dueNotices(credit, now).map(({ lot, days }) => ({ entryId: lot.entryId.toString(), days }));
  const notices = await addNotices(tx, accountId, due);
  if (notices.length === 0) return [];
  const [{ entryId, days }] = notices as [(typeof notices)[0]];
  return writeFollowUps(tx, [
    { job: 'expiry-notice', subject: `${entryId}:${days}`, payload: { accountId, notices } },
  ]);
}
