import { useState } from 'react';
import { partialPath } from '#app/contracts/media/making.ts';
import { useUserEvents } from './use-user-events.ts';

/** Where an unfinished picture is, and what is to be done where it cannot be shown (it may be gone when it is asked for). */
interface Partial {
  src: string;
  onError: () => void;
}

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

/**
 * The newest unfinished picture of a generation; null before there is one.
 * @param known the number of the one that the page says
 */
export function usePartial(generationId: string, known: number | null): Partial | null {
  const [told, setTold] = useState(0);
  const [broken, setBroken] = useState(0);
  useUserEvents((event) => {
    if (event.type === 'partial' && event.generationId === generationId) setTold(event.number);
  });
  const number = Math.max(told, known ?? 0);
  if (number <= broken) return null;
  return { src: partialPath(generationId, number), onError: () => setBroken(number) };
}
