/** The size of a database for the scale bench. */
export interface ScaleSize {
  generations: number;
  models: number;
  users: number;
  /** Over this number of days before now. */
  days: number;
}

export const WHOLE: ScaleSize = { generations: 10_000_000, models: 500, users: 20_000, days: 730 };

/** Consecutive calls of a user, of one model, with one key. */
export const SESSION_CALLS = 5;

/** The user with the most calls: more than a tenth of all calls, with each of these keys and models. */
export const HEAVIEST = { user: 0, share: 0.105, keys: 10, models: 10 } as const;

/** The next ones, who share this fraction. */
export const HEAVY = { users: 9, share: 0.18, keys: 5 } as const;

/** A user with a typical number of calls. */
export const ordinaryUser = ({ users }: ScaleSize): number => Math.floor(users / 2);

/** The same for fewer generations: the same number of models, and users in proportion. */
export function sizeOf(generations: number, { models, users, days } = WHOLE): ScaleSize {
  const fewer = Math.round((users * generations) / WHOLE.generations);
  return { generations, models, days, users: Math.min(users, Math.max(fewer, 50)) };
}
