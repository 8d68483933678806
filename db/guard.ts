/** The same as a failed statement, where it is plain without the database that one would fail. */
export class GuardFailure extends Error {}

/**
 * Whether a statement was refused because something is not as its sender takes for granted. Such a statement gives a
 * column that must not be NULL a CASE without an ELSE, or takes more from an unsigned number than it is: who sends
 * several statements in one way can have the later ones depend on what the earlier ones find.
 */
export function isGuardFailure(error: unknown): boolean {
  if (error instanceof GuardFailure) return true;
  if (!(error instanceof Error) || !('code' in error)) return false;
  return error.code === 'ER_BAD_NULL_ERROR' || error.code === 'ER_DATA_OUT_OF_RANGE';
}
