import { LRUCache } from 'lru-cache';
import type { ApiKey } from './api-key.ts';
import type { User } from '#db/models/accounts.ts';

/** A key and its owner. */
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

/**
 * The keys that this process has used recently. Under a second, so that a change takes effect within a second
 * even without a message.
 */
export const knownKeys = createKeyCache<KeyHolder>({ freshMs: 800, max: 20_000 });

interface Entry<Found> {
  /** Milliseconds of a monotonic clock. */
  at: number;
  found: Promise<Found | null>;
}

interface CacheOptions {
  /** How long an answer is reused, counted from before its query. */
  freshMs: number;
  /** Max answers of each kind. */
  max: number;
  clock?: () => number;
}

/** A cache of recent lookups by hash. */
export interface KeyCache<Found> {
  lookUp(hash: string, load: () => Promise<Found | null>): Promise<Found | null>;
  forget(hash: string): void;
  clear(): void;
}

/**
 * Caches the database's answer for a hash briefly, also "not found". Concurrent callers share one query;
 * errors are not cached. "Not found" answers have a separate cache, so that a caller who tries many values
 * does not evict valid keys.
 */
export function createKeyCache<Found>({
  freshMs,
  max,
  clock = () => performance.now(),
}: CacheOptions): KeyCache<Found> {
  const present = new LRUCache<string, Entry<Found>>({ max });
  // Also holds pending queries.
  const absent = new LRUCache<string, Entry<Found>>({ max });

  function forget(hash: string): void {
    present.delete(hash);
    absent.delete(hash);
  }

  function place(hash: string, entry: Entry<Found>, found: Found | null): void {
    // It was replaced or forgotten meanwhile.
    if (found === null || absent.get(hash) !== entry) return;
    absent.delete(hash);
    present.set(hash, entry);
  }

  return {
    lookUp(hash, load) {
      const cached = present.get(hash) ?? absent.get(hash);
      const at = clock();
      if (cached && at - cached.at < freshMs) return cached.found;
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
