import type { EntryKind } from '#app/contracts/ledger.ts';
import { selectRows } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';
import { findCheckpointOf, type Checkpoint } from './checkpoint.ts';
import { hasExpired, type Credit, type Lot } from './credit.ts';

/** An entry of the ledger as lots need it. Signed micro-dollars. */
export interface CreditEntry {
  id: bigint;
  kind: EntryKind;
  amountMicro: bigint;
  /** The purchase that it belongs to, if any. */
  purchaseId: string | null;
  bookedAt: Date;
}

interface Draft {
  lots: Lot[];
  lastingMicro: bigint;
  debtMicro: bigint;
}

/** Entries that are read at a time. */
const PAGE = 2_500;

/** A checkpoint further on. */
interface Advanced {
  checkpoint: Checkpoint;
  /** Number of entries that were applied. */
  entries: number;
  /** True when these were all entries. */
  isComplete: boolean;
}

/** Max pages to read when the checkpoint is far behind: the lots then hold at most the known amounts. */
const MAX_PAGES = 4;

/** The part of a user's credit that will expire. */
interface ExpiringCredit {
  /** The remainder of each purchase, the first to expire in front. */
  lots: Lot[];
  /** False when some entries were not read: the lots may then hold less than stated. */
  isExact: boolean;
}

/**
 * The credit of an account after further entries.
 * @param entries in the order of their ids; `credit` is the result of all those before
 */
export function applyEntries(credit: Credit, entries: Iterable<CreditEntry>): Credit {
  const draft: Draft = { ...credit, lots: credit.lots.map((lot) => ({ ...lot })) };
  for (const entry of entries) {
    if (entry.amountMicro > 0n) add(draft, entry);
    else take(draft, entry);
    if (draft.lots.some(isClosed)) draft.lots = draft.lots.filter((lot) => !isClosed(lot));
  }
  return draft;
}

const isClosed = ({ remainingMicro, takenMicro }: Lot) => remainingMicro === 0n && takenMicro === 0n;

const lesser = (one: bigint, other: bigint) => (one < other ? one : other);

/** Repays the debt; the rest becomes a lot, goes back into the lot it was taken from, or lasts. */
function add(draft: Draft, entry: CreditEntry): void {
  const repaidMicro = lesser(draft.debtMicro, entry.amountMicro);
  draft.debtMicro -= repaidMicro;
  const restMicro = entry.amountMicro - repaidMicro;
  if (entry.kind === 'payment' && entry.purchaseId !== null && restMicro > 0n) {
    draft.lots.push(newLot(entry, entry.purchaseId, restMicro));
    draft.lots.sort(byExpiry);
  } else {
    draft.lastingMicro += restMicro - giveBack(draft, entry, restMicro);
  }
}

function newLot({ id, bookedAt }: CreditEntry, purchaseId: string, remainingMicro: bigint): Lot {
  const expiresAt = twelveMonthsAfter(bookedAt);
  return { entryId: id, purchaseId, expiresAt, remainingMicro, takenMicro: 0n, expiries: 0 };
}

function byExpiry(one: Lot, other: Lot): number {
  return one.expiresAt.getTime() - other.expiresAt.getTime() || (one.entryId < other.entryId ? -1 : 1);
}

/** @returns the amount put back into the lot of its purchase: at most the taken one, 0 once it has expired */
function giveBack(draft: Draft, entry: CreditEntry, restMicro: bigint): bigint {
  const own = lotOf(draft, entry);
  if (!own || entry.bookedAt >= own.expiresAt) return 0n;
  const backMicro = lesser(restMicro, own.takenMicro);
  own.takenMicro -= backMicro;
  own.remainingMicro += backMicro;
  return backMicro;
}

/** Takes from the entry's own lot if it has one, then from the oldest; given credit comes last. */
function take(draft: Draft, entry: CreditEntry): void {
  const own = lotOf(draft, entry);
  const order = own && entry.kind !== 'fee' ? [own, ...draft.lots] : draft.lots;
  let restMicro = -entry.amountMicro;
  for (const lot of order) {
    if (restMicro === 0n) break;
    const takenMicro = lesser(lot.remainingMicro, restMicro);
    lot.remainingMicro -= takenMicro;
    restMicro -= takenMicro;
    if (lot === own) own.takenMicro += takenMicro;
  }
  if (own && entry.kind === 'expiry') Object.assign(own, { takenMicro: 0n, expiries: own.expiries + 1 });
  const lastingMicro = lesser(draft.lastingMicro, restMicro);
  draft.lastingMicro -= lastingMicro;
  draft.debtMicro += restMicro - lastingMicro;
}

function lotOf({ lots }: Draft, { purchaseId }: CreditEntry): Lot | undefined {
  return purchaseId === null ? undefined : lots.find((lot) => lot.purchaseId === purchaseId);
}

/**
 * The expiry of a lot: twelve calendar months later at the same time of day, in UTC. A payment on 29 February
 * expires on the 28th.
 */
export function twelveMonthsAfter(paidAt: Date): Date {
  const later = new Date(paidAt);
  later.setUTCFullYear(later.getUTCFullYear() + 1);
  if (later.getUTCMonth() !== paidAt.getUTCMonth()) later.setUTCDate(0);
  return later;
}

/**
 * Applies the next entries of an account to a checkpoint. Every writer of an account's entries has locked it,
 * so that no entry appears before one that was read.
 * @returns the new checkpoint; it is not written
 */
export async function applyNextEntries(tx: Tx, checkpoint: Checkpoint): Promise<Advanced> {
  const entries = await readEntries(tx, checkpoint);
  const credit = applyEntries(checkpoint.credit, entries);
  const lastEntryId = entries.at(-1)?.id ?? checkpoint.lastEntryId;
  return {
    checkpoint: { ...checkpoint, credit, lastEntryId },
    entries: entries.length,
    isComplete: entries.length < PAGE,
  };
}

/** The same until no entries are left. @param maxPages max pages to read */
export async function applyAllEntries(
  tx: Tx,
  checkpoint: Checkpoint,
  maxPages = Infinity,
): Promise<Advanced> {
  let at: Advanced = { checkpoint, entries: 0, isComplete: false };
  for (let page = 0; page < maxPages && !at.isComplete; page += 1) {
    const next = await applyNextEntries(tx, at.checkpoint);
    at = { ...next, entries: at.entries + next.entries };
  }
  return at;
}

async function readEntries(tx: Tx, { accountId, lastEntryId }: Checkpoint): Promise<CreditEntry[]> {
  const rows = await selectRows<{
    id: string;
    kind: EntryKind;
    amount_micro: string;
    detail: string | null;
    created_at: Date;
  }>(
    tx,
    `SELECT id, kind, amount_micro, detail, created_at FROM ledger_entries
     WHERE account_id = ? AND id > ? ORDER BY id LIMIT ${PAGE}`,
    [accountId, lastEntryId],
  );
  return rows.map((row) => ({
    id: BigInt(row.id),
    kind: row.kind,
    amountMicro: BigInt(row.amount_micro),
    purchaseId: purchaseOf(row.detail),
    bookedAt: row.created_at,
  }));
}

function purchaseOf(detail: string | null): string | null {
  if (detail === null) return null;
  const { purchase } = JSON.parse(detail) as { purchase?: unknown };
  return typeof purchase === 'string' ? purchase : null;
}

/** The amounts of a user's credit that will expire, and when, by the current ledger. Writes nothing. */
export async function readExpiring(tx: Tx, userId: string, now = new Date()): Promise<ExpiringCredit> {
  const found = await findCheckpointOf(tx, userId);
  // Without a due time there is no lot, whatever was charged since.
  if (!found || found.dueAt === null) return { lots: [], isExact: true };
  const { checkpoint, isComplete } = await applyAllEntries(tx, found, MAX_PAGES);
  const lots = checkpoint.credit.lots.filter((lot) => lot.remainingMicro > 0n && !hasExpired(lot, now));
  return { lots, isExact: isComplete };
}
