import { LRUCache } from 'lru-cache';
import type { ApiKey } from './api-key.ts';
import type { User } from '#db/models/accounts.ts';

/** A key and whose it is. */
export interface KeyHolder {
  key: ApiKey;
  user: Pick<
    User,
    | 'id'
    | 'email'
    | 'name'
    | 'role'
    | 'locale'
    | 'defaultModel'
    | 'keepsCalls'
    | 'refusesStore'
    | 'bannedAt'
    | 'bannedUntil'
  >;
}

/** The keys that this process has seen lately. Under a second, so that a change acts within one without a message. */
export const knownKeys = createKeyCache<KeyHolder>({ freshMs: 800, most: 20_000 });

interface Entry<Found> {
  /** Milliseconds of a clock that is never set back. */
  at: number;
  found: Promise<Found | null>;
}

interface CacheOptions {
  /** How long an answer is believed, counted from before it was asked for. */
  freshMs: number;
  /** Most answers of each kind. */
  most: number;
  clock?: () => number;
}

/** What was found lately by hash. */
export interface KeyCache<Found> {
  lookUp(hash: string, load: () => Promise<Found | null>): Promise<Found | null>;
  forget(hash: string): void;
  clear(): void;
}

/**
 * Remembers for a moment what the database said of a hash, a "nothing" too. Callers of the same moment share one
 * question; an error is not remembered. Nothings have room of their own, so that whoever tries many values does
 * not push the real ones out.
 */
export function createKeyCache<Found>({
  freshMs,
  most,
  clock = () => performance.now(),
}: CacheOptions): KeyCache<Found> {
  const present = new LRUCache<string, Entry<Found>>({ max: most });
  // Also holds what is being asked for.
  const absent = new LRUCache<string, Entry<Found>>({ max: most });

  function forget(hash: string): void {
    present.delete(hash);
    absent.delete(hash);
  }

  function place(hash: string, entry: Entry<Found>, found: Found | null): void {
    // Another one has taken its place, or it was forgotten on the way.
    if (found === null || absent.get(hash) !== entry) return;
    absent.delete(hash);
    present.set(hash, entry);
  }

  return {
    lookUp(hash, load) {
      const kept = present.get(hash) ?? absent.get(hash);
      const at = clock();
      if (kept && at - kept.at < freshMs) return kept.found;
      forget(hash);
      const entry = { at, found: load() };
      absent.set(hash, entry);
      entry.found.then(
        (found) => place(hash, entry, found),
        () => absent.get(hash) === entry && absent.delete(hash),
      );
      return entry.found;
    },
    forget,
    clear() {
      present.clear();
      absent.clear();
    },
  };
}
