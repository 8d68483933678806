/** The hub's keys as forms, pages and calls know them. Amounts are micro-dollars. */

/** Windows of a spending cap: the day, the week (from Monday) and the month, all UTC, and everything ever. */
export const CAP_NAMES = ['daily', 'weekly', 'monthly', 'total'] as const;
export type CapName = (typeof CAP_NAMES)[number];

export const KEY_NAME_MAX = 80;
/** A million dollars: more is a slip of the keyboard. */
export const CAP_MAX_MICRO = 1_000_000_000_000;
export const KEY_MODELS_MAX = 500;
/** Keys that one person can have at a time. */
export const KEYS_MAX = 100;

/** How long the old key may live on beside the one that replaces it, in seconds. */
export const OVERLAP_MAX_SECONDS = 30 * 24 * 3600;
export const OVERLAP_DEFAULT_SECONDS = 24 * 3600;

/** What a key is good for now. `revoked` and `replaced` keys are over for ever and in no list. */
export type KeyState = 'active' | 'disabled' | 'expired' | 'replaced' | 'revoked';

/** A key as its owner sees it in the list: never its value, only how that begins. */
export interface ApiKeyView {
  _id: string;
  name: string;
  /** `sk-par-Ab3d…` */
  value: string;
  state: KeyState;
  caps: Record<CapName, number | null>;
  spent: Record<CapName, number>;
  /** The models that it may be used for; null is all. */
  models: string[] | null;
  /** ISO 8601, as are the others. */
  expiresAt: string | null;
  /** Set once another key has replaced this one: when it ends. */
  overlapUntil: string | null;
  lastUsedAt: string | null;
  createdAt: string;
}
