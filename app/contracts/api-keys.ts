/** API keys of the hub, in the types that forms, pages and calls share. Amounts are micro-dollars. */

/**
 * Periods of a spending cap: the day, the week (from Monday) and the month, all in UTC, and the whole
 * lifetime.
 */
export const CAP_NAMES = ['daily', 'weekly', 'monthly', 'total'] as const;
export type CapName = (typeof CAP_NAMES)[number];

export const KEY_NAME_MAX = 80;
/** One million dollars: a higher amount is taken for a typing error. */
export const CAP_MAX_MICRO = 1_000_000_000_000;
export const KEY_MODELS_MAX = 500;
/** Maximum number of keys per user. */
export const KEYS_MAX = 100;

/** Maximum time that the old key stays valid beside its replacement, in seconds. */
export const OVERLAP_MAX_SECONDS = 30 * 24 * 3600;
export const OVERLAP_DEFAULT_SECONDS = 24 * 3600;

/** The current state of a key. `revoked` and `replaced` keys never work again and appear in no list. */
export type KeyState = 'active' | 'disabled' | 'expired' | 'replaced' | 'revoked';

/** A key in the form that its owner sees in the list: never the value itself, only its beginning. */
export interface ApiKeyView {
  _id: string;
  name: string;
  /** `sk-par-Ab3d…` */
  value: string;
  state: KeyState;
  caps: Record<CapName, number | null>;
  spent: Record<CapName, number>;
  /** Ids of the models that the key may use; null allows all. */
  models: string[] | null;
  /** ISO 8601, like the other times here. */
  expiresAt: string | null;
  /** The time at which the key ends; set once another key has replaced it. */
  overlapUntil: string | null;
  lastUsedAt: string | null;
  createdAt: string;
}
