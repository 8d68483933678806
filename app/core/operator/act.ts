import { AppError } from '#app/contracts/errors.ts';

/** The actor: `operator:<name>` on the command line, `user:<id>` on the administrators' pages. */
export interface Acting {
  actor: string;
}

/** An act on a user. */
export interface UserAct extends Acting {
  userId: string;
}

/** The actor name of a signed-in administrator. */
export function adminActor(userId: string): string {
  return `user:${userId}`;
}

/**
 * Refuses an act by which administrators would remove their own access.
 * @throws AppError forbidden naming `self`
 */
export function assertNotSelf({ actor, userId }: UserAct): void {
  if (actor !== adminActor(userId)) return;
  throw new AppError('forbidden', { param: 'self', message: 'You cannot remove your own access.' });
}
