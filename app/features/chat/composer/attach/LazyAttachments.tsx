import { forwardRef, lazy, useEffect } from 'react';
import { loadChunk } from '#app/ui/fetch/load-chunk.ts';
import type { AttachmentsProps } from './Attachments.tsx';
import type { FilesHandle } from './files-state.ts';

/** With the first picture: most messages have none. */
export const LazyAttachments = lazy(
  async () => (await loadChunk(() => import('./Attachments.tsx'))) ?? { default: Unreached },
);

/** In its place where the script could not be loaded: a message goes without pictures. */
const Unreached = forwardRef<FilesHandle, AttachmentsProps>(function Unreached({ onState }, _ref) {
  useEffect(() => onState({ ids: [], isUploading: false, hasFailed: true }), [onState]);
  return null;
});
