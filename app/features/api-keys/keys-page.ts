import type { SubmissionResult } from '@conform-to/react';

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
  /** The form for a new key, refused. */
  newKey?: SubmissionResult;
  /** The form of the default model, refused. */
  defaultModel?: SubmissionResult;
}

/** What the page of one key is told by its form: the form, refused. */
export interface KeyAnswer {
  refused: SubmissionResult;
}

/** What stands in the fields of a key's own form. */
export interface KeyValues extends Record<
  'name' | 'daily' | 'weekly' | 'monthly' | 'total' | 'expiresOn',
  string
> {
  /** null: all models. */
  models: string[] | null;
}

/** Choices for how long a replaced key lives on, in seconds. */
export const OVERLAPS = [
  ['now', 0],
  ['hour', 3600],
  ['day', 24 * 3600],
  ['week', 7 * 24 * 3600],
] as const;
