import { useState } from 'react';
import { useUserEvents } from './use-user-events.ts';

/**
 * How much of a picture or a video is done, 0 to 100, as its maker says it; null before.
 * @param known what the page says of it
 */
export function useProgress(generationId: string | null, known: number | null): number | null {
  const [told, setTold] = useState<number | null>(null);
  useUserEvents((event) => {
    if (event.type === 'progress' && event.generationId === generationId) setTold(event.donePercent);
  });
  return told === null && known === null ? null : Math.max(told ?? 0, known ?? 0);
}
