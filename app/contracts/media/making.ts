import type { PixelSize } from '#app/contracts/cost.ts';

/** An image or a video that is being generated. */
export interface MediaInProgress {
  kind: 'image' | 'video';
  /** It waits for a worker. */
  isQueued: boolean;
  /** Cancellation was requested; if its maker cannot cancel, it continues. */
  isStopping: boolean;
  /** Progress from 0 to 100, as last reported by its maker; null if the maker reports none. */
  donePercent: number | null;
  /** The number of the newest preview that can be shown (`partialPath`); null if there is none. */
  partial: number | null;
  /** The requested aspect ratio. */
  shape: PixelSize;
}

/**
 * The path of the newest preview of a user's reply.
 * @param number differs for each preview
 */
export function partialPath(generationId: string, number: number): string {
  return `/replies/${generationId}/partial?${number}`;
}
