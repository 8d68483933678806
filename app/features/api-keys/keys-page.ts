import type { SubmissionResult } from '@conform-to/react';

export const KEYS_PATH = '/keys';

/** A visible value, and the reason. */
export interface ShownValue {
  keyId: string;
  value: string;
  how: 'created' | 'rotated' | 'revealed';
  /** Lines for a shell or an `.env` file that point well-known clients at the hub. */
  environment: string;
}

/** Response of the forms on the page of all keys. */
export interface KeysAnswer {
  shown?: ShownValue;
  /** In the reader's language. */
  error?: string;
  /** The form for a new key, with its errors. */
  newKey?: SubmissionResult;
  /** The form of the default model, with its error. */
  defaultModel?: SubmissionResult;
}

/** Response of the form on the page of one key: the form with its errors. */
export interface KeyAnswer {
  refused: SubmissionResult;
}

/** Values in the fields of a key's own form. */
export interface KeyValues extends Record<
  'name' | 'daily' | 'weekly' | 'monthly' | 'total' | 'expiresOn',
  string
> {
  /** Null for all models. */
  models: string[] | null;
}

/** Choices for how long a replaced key stays valid, in seconds. */
export const OVERLAPS = [
  ['now', 0],
  ['hour', 3600],
  ['day', 24 * 3600],
  ['week', 7 * 24 * 3600],
] as const;
