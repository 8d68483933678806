import { timeOfId } from '#app/core/platform/ids.ts';

/** When a call was made, in seconds since 1970. A repeat of the call says the same. */
export function createdAt(generationId: string): number {
  return Math.floor(timeOfId(generationId).getTime() / 1000);
}
