import { useCallback, useEffect, useRef, type ClipboardEvent, type RefObject } from 'react';

interface Uploads {
  isUploading: boolean;
  /** Some of the files chosen last will not be attached. */
  hasFailed: boolean;
}

/** A send that waits until the files of its message are uploaded. */
interface WaitingSend {
  /** Returns whether the message must wait for an upload; it is sent automatically afterwards. */
  waits: () => boolean;
  /** The files have changed: the user sends again. The same function in every render. */
  cancel: () => void;
}

/**
 * Sends the message of a box as soon as its files are uploaded, when the user has sent it before. Without one
 * of its files the message would be a different one: then its author decides.
 */
export function useWaitingSend(
  box: RefObject<HTMLTextAreaElement>,
  { isUploading, hasFailed }: Uploads,
): WaitingSend {
  const isWanted = useRef(false);
  useEffect(() => {
    if (!isWanted.current || isUploading) return;
    isWanted.current = false;
    if (!hasFailed) box.current?.form?.requestSubmit();
  }, [isUploading, hasFailed, box]);
  const cancel = useCallback(() => {
    isWanted.current = false;
  }, []);
  return { waits: () => (isWanted.current = isUploading), cancel };
}

/** Attaches pasted files; when the clipboard has text and an image of it, the text is pasted. */
export function attachPasted(event: ClipboardEvent, attach: (files: File[]) => void): void {
  const { files, types } = event.clipboardData;
  if (files.length === 0 || types.includes('text/plain')) return;
  event.preventDefault();
  attach([...files]);
}
