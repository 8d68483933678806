import { Previews, UploadErrors } from '#app/ui/files/Previews.tsx';
import type { useAttachments } from '#app/ui/files/use-attachments.ts';
import type { ReactNode } from 'react';

interface AttachedFilesProps {
  /** The files with their uploads. */
  files: Pick<ReturnType<typeof useAttachments>, 'items' | 'errors' | 'spoken' | 'remove'>;
  /** A notice about the files, between the errors and the previews. */
  children?: ReactNode;
}

/**
 * The files of the next message above its text: errors of uploads, previews with a button to remove each, and
 * what screen readers announce.
 */
export function AttachedFiles({ files, children }: AttachedFilesProps) {
  const { items, errors, spoken, remove } = files;
  return (
    <>
      <UploadErrors errors={errors} />
      {children}
      <Previews items={items} onRemove={remove} />
      <output className="sr-only">{spoken}</output>
    </>
  );
}
