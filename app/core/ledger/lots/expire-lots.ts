import { writeFollowUps } from '#app/core/follow-ups/outbox.ts';
import { findAccountById, lockAccounts } from '#app/core/ledger/accounts.ts';
import { bookToAccount } from '#app/core/ledger/book.ts';
import { canSendMail } from '#app/core/platform/mail.ts';
import { AUTOCOMMIT, transaction, type Transaction } from '#db/transaction.ts';
import { findCheckpoint, lockCheckpoint, moveCheckpoint } from './checkpoint.ts';
import { sumOf, type Credit } from './credit.ts';
import { dueExpiries, dueNotices, nextLook, withoutEnded } from './due.ts';
import { addNotices } from './notices.ts';
import { applyAllEntries, applyNextEntries } from './read-entries.ts';

/** An account that had more entries since it was looked at last is looked at more often. */
const BUSY_ENTRIES = 500;

/** What a look at an account has done. */
export interface Expired {
  userId: string;
  /** What was booked as expired, in micro-dollars above 0. */
  lots: { purchaseId: string; amountMicro: bigint }[];
  /** Ids of jobs that were written into the outbox. */
  followUps: string[];
}

/**
 * Books what of an account's lots has expired and is not held, and writes the jobs for notices that are due. One
 * transaction, and unique references: whoever repeats it, or does it at the same time, changes nothing.
 * @returns null where nothing is due
 * @throws Error where the lots do not add up to the balance; nothing is changed then
 */
export async function expireLots(accountId: string, now: Date): Promise<Expired | null> {
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
    const dueAt = nextLook(left, { now, isBusy: entries + current.entries > BUSY_ENTRIES });
    await moveCheckpoint(tx, before.lastEntryId, { ...booked.checkpoint, credit: left, dueAt });
    return { lots, followUps: await writeNotices(tx, { accountId, credit: left, now }) };
  });
  const account = done && (await findAccountById(AUTOCOMMIT, accountId));
  return account ? { ...done, userId: account.userId } : null;
}

/** Applies entries page by page before the account is locked, so that few are left to be read then. @returns how many */
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
