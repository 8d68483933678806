/** True while a ban holds: one without an end holds until it is lifted. */
export function isBanned(
  user: { bannedAt: Date | null; bannedUntil: Date | null },
  now = new Date(),
): boolean {
  return user.bannedAt !== null && (user.bannedUntil === null || user.bannedUntil > now);
}
