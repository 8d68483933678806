import { useEffect, useState } from 'react';
import { loadChunk } from '#app/ui/fetch/load-chunk.ts';

/**
 * The thumbnail of a visible video; if it has none, this browser draws one and stores it for later.
 * @param preview the path of its thumbnail; null if it has none
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
