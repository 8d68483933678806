import { X } from '#app/ui/icons/lucide.ts';
import { useRef, useState, type MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { filePath, thumbnailPath } from '#app/contracts/files/file-path.ts';
import type { FileView } from '#app/contracts/files/file-view.ts';
import { IconButton } from '#app/ui/components/button/IconButton.tsx';
import { MadeActions } from './MadeActions.tsx';

/** A picture that was made, small in the room of its shape. It opens large: over the page, without scripts by itself. */
export function MadePicture({ file, alt }: { file: FileView; alt: string }) {
  const { t } = useTranslation(['chat', 'common']);
  const { file_id: id, width, height } = file;
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOpen, setOpen] = useState(false);
  const open = (event: MouseEvent) => {
    // A click that asks for a tab or a window of its own gets one.
    if (!dialog.current || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    setOpen(true);
    dialog.current.showModal();
  };
  return (
    <figure className="flex max-w-96 flex-col gap-1">
      <a href={filePath(id)} title={t('made.open')} onClick={open} className="rounded-card">
        <img
          src={thumbnailPath(id)}
          alt={alt}
          width={width}
          height={height}
          className="h-auto w-full rounded-card bg-surface-sunken"
        />
      </a>
      <MadeActions file={file} />
      <dialog
        ref={dialog}
        closedby="any"
        aria-label={alt}
        onClose={() => setOpen(false)}
        className="m-auto max-h-none max-w-none rounded-panel border border-line bg-surface-raised p-0 text-text shadow-float backdrop:bg-veil open:animate-appear"
      >
        <form method="dialog" className="flex justify-end p-1">
          <IconButton type="submit" icon={X} label={t('common:close')} />
        </form>
        {isOpen && (
          <img
            src={filePath(id)}
            alt={alt}
            width={width}
            height={height}
            className="max-h-[80dvh] w-auto max-w-[92vw] bg-surface-sunken object-contain"
          />
        )}
      </dialog>
    </figure>
  );
}
