import type { PixelSize } from '#app/contracts/cost.ts';

/** A picture or a video that is on its way. */
export interface Making {
  kind: 'image' | 'video';
  /** It waits for a worker. */
  isQueued: boolean;
  /** Its end was asked for: what its maker does not take back goes on. */
  isStopping: boolean;
  /** How much of it is done, 0 to 100, as its maker last said; null where it says nothing. */
  donePercent: number | null;
  /** The number of the newest unfinished picture that may be looked at (`partialPath`); null where there is none. */
  partial: number | null;
  /** Its sides' ratio, as it was asked for. */
  shape: PixelSize;
}

/** Where the newest unfinished picture of a reply of the reader is. @param number another one for each of them */
export function partialPath(generationId: string, number: number): string {
  return `/replies/${generationId}/partial?${number}`;
}
