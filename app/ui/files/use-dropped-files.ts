import { useEffect, useState } from 'react';

/**
 * Accepts files that are dropped onto the page; otherwise the browser would navigate to them.
 * @param onFiles the same function in every render, or memoised
 * @returns true while files are dragged over the page
 */
export function useDroppedFiles(onFiles: (files: File[]) => void, isOff: boolean): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    if (isOff) return;
    const onDrag = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      if (event.type === 'drop') onFiles([...event.dataTransfer.files]);
      // On leaving the window `relatedTarget` is null.
      setOver(event.type === 'dragover' || (event.type === 'dragleave' && event.relatedTarget !== null));
    };
    const types = ['dragover', 'dragleave', 'drop'] as const;
    types.forEach((type) => addEventListener(type, onDrag));
    return () => types.forEach((type) => removeEventListener(type, onDrag));
  }, [onFiles, isOff]);
  return isOver;
}
