import type { User } from '#db/models/accounts.ts';
import type { ApiKey } from '#app/core/api-keys/api-key.ts';
import { createKeyCache } from './key-cache.ts';

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
