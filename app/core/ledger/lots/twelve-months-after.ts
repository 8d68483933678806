/** When a lot expires: twelve calendar months later at the same time of day, in UTC. What was paid on 29 February expires on the 28th. */
export function twelveMonthsAfter(paidAt: Date): Date {
  const later = new Date(paidAt);
  later.setUTCFullYear(later.getUTCFullYear() + 1);
  if (later.getUTCMonth() !== paidAt.getUTCMonth()) later.setUTCDate(0);
  return later;
}
