import { useEffect, useRef, useState, type MouseEvent } from 'react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { filePath, thumbnailPath } from '#app/contracts/files/file-path.ts';
import type { FileView } from '#app/contracts/files/file-view.ts';
import { useConversation } from '#app/features/chat/conversation/conversation-context.ts';
import type { ViewMessage } from './view-message.ts';
import { COMPOSER_FORM } from '#app/features/chat/conversation/ChatForm.tsx';
import { Icon } from '#app/ui/components/Icon.tsx';
import { noteModal, showModal } from '#app/ui/components/open-dialog.ts';
import { Button } from '#app/ui/components/button/Button.tsx';
import { IconButton } from '#app/ui/components/button/IconButton.tsx';
import { buttonClasses } from '#app/ui/components/button/button-look.ts';
import { usePoster } from '#app/ui/files/use-poster.ts';
import { CornerDownLeft, Download, Film, X } from '#app/ui/icons/lucide.ts';
import { GrowingMedia } from './GrowingMedia.tsx';

/** A reply of images or a video, in progress or complete. */
export function MadeReply({ message }: { message: ViewMessage }) {
  const { t } = useTranslation('chat');
  const { making, generationId, files, deletedFiles, signature } = message;
  if (making && generationId)
    return <GrowingMedia key={generationId} making={making} generationId={generationId} />;
  return (
    <>
      {files.length > 0 && (
        <ul
          aria-label={t('made.list')}
          className={files.length > 1 ? 'grid grid-cols-2 gap-3 max-sm:grid-cols-1' : 'flex'}
        >
          {files.map((file, index) => (
            <li key={file.file_id} className="min-w-0 grow">
              {file.duration === null && file.type.startsWith('image/') ? (
                <MadeImage file={file} alt={t('made.picture', { place: index + 1, model: signature })} />
              ) : (
                <MadeVideo file={file} label={t('made.video', { model: signature })} />
              )}
            </li>
          ))}
        </ul>
      )}
      {deletedFiles > 0 && (
        <p className="text-sm text-text-muted">{t('made.deleted', { count: deletedFiles })}</p>
      )}
    </>
  );
}

/**
 * Actions for a generated file: download it, or send it with the next message; an image also to a model that
 * makes a video of it.
 */
export function MadeActions({ file }: { file: FileView }) {
  const { t } = useTranslation('chat');
  const { models } = useConversation();
  const { file_id: id, filename, width, height } = file;
  const isImage = file.duration === null && file.type.startsWith('image/');
  const animator = isImage && models.find(({ makes, sees }) => makes === 'video' && sees);
  return (
    <figcaption className="-ms-2.5 flex flex-wrap items-center gap-x-1 text-text-muted">
      <a
        href={`${filePath(id)}?download`}
        download={filename}
        className={buttonClasses({ variant: 'plain', size: 'small' })}
      >
        <Icon of={Download} />
        {t('made.download')}
      </a>
      <Button
        variant="plain"
        size="small"
        form={COMPOSER_FORM}
        formNoValidate
        name="usedFile"
        value={id}
        data-file={JSON.stringify(file)}
      >
        <Icon of={CornerDownLeft} mirror />
        {t('made.use')}
      </Button>
      {animator && (
        <Button
          variant="plain"
          size="small"
          form={COMPOSER_FORM}
          formNoValidate
          name="usedFile"
          value={`${id} ${animator.id}`}
          title={`${animator.name}, ${animator.prices}`}
        >
          <Icon of={Film} />
          {t('made.animate')}
        </Button>
      )}
      {width > 0 && (
        <bdi dir="ltr" className="px-2.5 text-xs tabular-nums max-sm:hidden">
          {t('made.size', { width, height })}
        </bdi>
      )}
    </figcaption>
  );
}

/**
 * A generated image, as a thumbnail in the space of its shape. It opens in full size: over the page, or
 * without scripts on its own.
 */
function MadeImage({ file, alt }: { file: FileView; alt: string }) {
  const { t } = useTranslation(['chat', 'common']);
  const { file_id: id, width, height } = file;
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => noteModal, []);
  const open = (event: MouseEvent) => {
    // A click that requests a new tab or window gets one.
    if (!dialog.current || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    setOpen(true);
    showModal(dialog.current);
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
        onClose={() => {
          noteModal();
          setOpen(false);
        }}
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

/** A generated video, in the space of its shape; only its beginning is loaded until it is played. */
function MadeVideo({ file, label }: { file: FileView; label: string }) {
  const { file_id: id, width, height, preview } = file;
  const poster = usePoster(id, preview);
  return (
    <figure className="flex max-w-xl flex-col gap-1">
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a generated video has no transcript */}
      <video
        src={filePath(id)}
        aria-label={label}
        controls
        playsInline
        preload="metadata"
        poster={poster ?? undefined}
        width={width || undefined}
        height={height || undefined}
        className="h-auto max-h-[70dvh] w-full rounded-card bg-surface-sunken"
      />
      <MadeActions file={file} />
    </figure>
  );
}
