/** How much a database for the bench of scale holds. */
export interface ScaleSize {
  generations: number;
  models: number;
  users: number;
  /** Over so many days before now. */
  days: number;
}

export const WHOLE: ScaleSize = { generations: 10_000_000, models: 500, users: 20_000, days: 730 };

/** Calls that somebody makes one after the other, of one model, by one key. */
export const SESSION_CALLS = 5;

/** The user with the most calls: more than a tenth of them all, by each of so many keys and models. */
export const HEAVIEST = { user: 0, share: 0.105, keys: 10, models: 10 } as const;

/** The next ones, who share this much. */
export const HEAVY = { users: 9, share: 0.18, keys: 5 } as const;

/** A user with as many calls as most have. */
export const ordinaryUser = ({ users }: ScaleSize): number => Math.floor(users / 2);

/** The same for fewer generations: as many models, and users in proportion. */
export function sizeOf(generations: number, { models, users, days } = WHOLE): ScaleSize {
  const fewer = Math.round((users * generations) / WHOLE.generations);
  return { generations, models, days, users: Math.min(users, Math.max(fewer, 50)) };
}
