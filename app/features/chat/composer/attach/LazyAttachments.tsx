import { forwardRef, useEffect } from 'react';
import { lazyPart } from '#app/ui/fetch/lazy-part.tsx';
import type { AttachmentsProps } from './Attachments.tsx';
import type { FilesHandle } from './files-state.ts';

/** In its place where the script could not be loaded: a message goes without pictures. */
const Unreached = forwardRef<FilesHandle, AttachmentsProps>(function Unreached({ onState }, _ref) {
  useEffect(() => onState({ ids: [], isUploading: false, hasFailed: true }), [onState]);
  return null;
});

/** With the first picture: most messages have none. */
export const LazyAttachments = lazyPart(
  'attachments',
  async () => (await import('./Attachments.tsx')).default,
  Unreached,
);
