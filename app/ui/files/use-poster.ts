import { useEffect, useState } from 'react';
import { loadChunk } from '#app/ui/fetch/load-chunk.ts';

/**
 * The small picture of a video that is on show; where it has none, this browser draws one and keeps it for later.
 * @param preview where it is; null where there is none
 */
export function usePoster(fileId: string, preview: string | null): string | null {
  const [drawn, setDrawn] = useState<string | null>(null);
  const isMissing = preview === null;
  useEffect(() => {
    if (!isMissing) return;
    let isGone = false;
    const draw = async () => {
      const poster = await loadChunk(() => import('./poster.ts'));
      const path = await poster?.makePoster(fileId);
      if (path && !isGone) setDrawn(path);
    };
    void draw();
    return () => void (isGone = true);
  }, [fileId, isMissing]);
  return preview ?? drawn;
}
