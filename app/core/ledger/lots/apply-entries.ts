import type { EntryKind } from '#app/contracts/ledger.ts';
import type { Credit, Lot } from './credit.ts';
import { twelveMonthsAfter } from './twelve-months-after.ts';

/** An entry of the ledger as lots need it. Signed micro-dollars. */
export interface CreditEntry {
  id: bigint;
  kind: EntryKind;
  amountMicro: bigint;
  /** The purchase that it belongs to, where it belongs to one. */
  purchaseId: string | null;
  bookedAt: Date;
}

interface Draft {
  lots: Lot[];
  lastingMicro: bigint;
  debtMicro: bigint;
}

/**
 * What an account's credit is after further entries.
 * @param entries in the order of their ids; `credit` is what came of all those before
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

/** Repays the debt; the rest is a lot, goes back into the lot that it was taken out of, or lasts. */
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

/** @returns what went back into the lot of its purchase: never more than was taken, nothing once it has expired */
function giveBack(draft: Draft, entry: CreditEntry, restMicro: bigint): bigint {
  const own = lotOf(draft, entry);
  if (!own || entry.bookedAt >= own.expiresAt) return 0n;
  const backMicro = lesser(restMicro, own.takenMicro);
  own.takenMicro -= backMicro;
  own.remainingMicro += backMicro;
  return backMicro;
}

/** What an entry takes comes out of its own lot where it belongs to one, then of the oldest; given credit comes last. */
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
