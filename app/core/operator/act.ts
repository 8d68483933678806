import { AppError } from '#app/contracts/errors.ts';

/** Who acts: `operator:<name>` at the command line, `user:<id>` on the page of administrators. */
export interface Acting {
  actor: string;
}

/** An act on a user. */
export interface UserAct extends Acting {
  userId: string;
}

/** The actor of an administrator who is signed in. */
export function adminActor(userId: string): string {
  return `user:${userId}`;
}

/**
 * Refuses an act by which an administrator would shut themself out.
 * @throws AppError forbidden naming `self`
 */
export function assertNotSelf({ actor, userId }: UserAct): void {
  if (actor !== adminActor(userId)) return;
  throw new AppError('forbidden', { param: 'self', message: 'Nobody takes away their own access.' });
}
