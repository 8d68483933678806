export const KEYS_PATH = '/keys';

/** A value on show, and why. */
export interface ShownValue {
  keyId: string;
  value: string;
  how: 'created' | 'rotated' | 'revealed';
}

/** What the page of all keys is told by its forms. */
export interface KeysAnswer {
  shown?: ShownValue;
  /** In the reader's words. */
  error?: string;
  /** Why the name of a new key was refused. */
  nameError?: string;
  /** A default model that was refused, as it was typed, and why. */
  defaultModel?: { typed: string; error: string };
}

/** Fields of a key's own form; each error is in the reader's words. */
export type KeyField = 'name' | 'daily' | 'weekly' | 'monthly' | 'total' | 'models' | 'expiresOn';

/** What was filled in, and what is wrong with it. */
export interface KeyFormAnswer {
  errors: Partial<Record<KeyField, string>>;
  values: Record<Exclude<KeyField, 'models'>, string> & { models: string[] | null };
}

/** Choices for how long a replaced key lives on, in seconds. */
export const OVERLAPS = [
  ['now', 0],
  ['hour', 3600],
  ['day', 24 * 3600],
  ['week', 7 * 24 * 3600],
] as const;
