import { AUTOCOMMIT, type Tx } from '#db/transaction.ts';
import type { Snapshot } from './entry.ts';
import { loadSnapshot } from './load-snapshot.ts';

const FRESH_MS = 1000;

let kept: { at: number; snapshot: Promise<Snapshot> } | undefined;
let last: Snapshot | undefined;

/**
 * The catalogue, at most a second old. It is some hundred rows that every call needs and nobody writes in a
 * hurry, so each process reads it once a second. Inside a transaction a fresh copy is kept for nobody else.
 */
export async function readSnapshot(tx: Tx): Promise<Snapshot> {
  const now = Date.now();
  if (kept && now - kept.at < FRESH_MS) return kept.snapshot;
  if (tx !== AUTOCOMMIT) return loadSnapshot(tx);
  const mine = { at: now, snapshot: loadSnapshot(tx) };
  kept = mine;
  try {
    const snapshot = await mine.snapshot;
    if (kept === mine) last = snapshot;
    return snapshot;
  } catch (error) {
    if (kept === mine) kept = undefined;
    throw error;
  }
}

/**
 * The newest copy that this process has read, however old. For what does not change once it is written: a
 * reply that ends while the database is away is still charged at its price.
 */
export function lastSnapshot(): Snapshot | undefined {
  return last;
}

/** Reads again, because something that must be there is not in the kept copy. */
export async function rereadSnapshot(tx: Tx): Promise<Snapshot> {
  kept = undefined;
  return readSnapshot(tx);
}

/** Drops every copy: whoever changes the catalogue calls it, so that its own process sees the change. */
export function forgetSnapshot(): void {
  kept = undefined;
  last = undefined;
}
