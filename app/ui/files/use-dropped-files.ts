import { useEffect, useState } from 'react';

/**
 * Takes files that are dropped onto the page, which the browser would open in its place.
 * @param onFiles the same function in every render, or memoised
 * @returns true while some are held over it
 */
export function useDroppedFiles(onFiles: (files: File[]) => void, isOff: boolean): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    if (isOff) return;
    const onDrag = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      if (event.type === 'drop') onFiles([...event.dataTransfer.files]);
      // On its way out of the window it enters nothing.
      setOver(event.type === 'dragover' || (event.type === 'dragleave' && event.relatedTarget !== null));
    };
    const types = ['dragover', 'dragleave', 'drop'] as const;
    types.forEach((type) => addEventListener(type, onDrag));
    return () => types.forEach((type) => removeEventListener(type, onDrag));
  }, [onFiles, isOff]);
  return isOver;
}
