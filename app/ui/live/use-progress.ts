import { useState } from 'react';
import { partialPath } from '#app/contracts/media/making.ts';
import { useUserEvents } from './use-user-events.ts';

/** The path of a preview, and the handler for one that fails to load (it may be deleted by then). */
interface Preview {
  src: string;
  onError: () => void;
}

/**
 * Progress of an image or a video, 0 to 100, as reported by its maker; null before the first report.
 * @param known the progress in the page's data
 */
export function useProgress(generationId: string | null, known: number | null): number | null {
  const [reported, setReported] = useState<number | null>(null);
  useUserEvents((event) => {
    if (event.type === 'progress' && event.generationId === generationId) setReported(event.donePercent);
  });
  return reported === null && known === null ? null : Math.max(reported ?? 0, known ?? 0);
}

/**
 * The newest preview of a generation; null before there is one.
 * @param known the number of the preview in the page's data
 */
export function usePartial(generationId: string, known: number | null): Preview | null {
  const [reported, setReported] = useState(0);
  const [broken, setBroken] = useState(0);
  useUserEvents((event) => {
    if (event.type === 'partial' && event.generationId === generationId) setReported(event.number);
  });
  const number = Math.max(reported, known ?? 0);
  if (number <= broken) return null;
  return { src: partialPath(generationId, number), onError: () => setBroken(number) };
}
