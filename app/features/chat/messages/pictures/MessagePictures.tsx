import { useTranslation } from 'react-i18next';
import { filePath, thumbnailPath } from '#app/contracts/files/file-path.ts';

const LOOK = 'size-36 rounded-card border border-line bg-surface-sunken object-cover max-sm:size-28';

interface MessagePicturesProps {
  /** Ids, with names where they are known. */
  files: readonly { file_id: string; filename?: string; duration?: number | null; preview?: string | null }[];
  /** How many were deleted since. */
  deleted?: number;
}

/** The pictures that were sent with a message, small and all of one size, so that nothing moves; each opens by itself. */
export function MessagePictures({ files, deleted = 0 }: MessagePicturesProps) {
  const { t } = useTranslation('chat');
  return (
    <>
      {files.length > 0 && (
        <ul aria-label={t('message.pictures')} className="mb-1 flex flex-wrap justify-end gap-1">
          {files.map(({ file_id: id, filename: name = '', duration = null, preview }) => (
            <li key={id}>
              <a href={filePath(id)} target="_blank" rel="noopener" className="block rounded-card">
                {duration === null ? (
                  <img
                    src={thumbnailPath(id)}
                    alt={t('message.picture', { name })}
                    loading="lazy"
                    className={LOOK}
                  />
                ) : (
                  <video
                    src={filePath(id)}
                    poster={preview ?? undefined}
                    aria-label={name}
                    muted
                    preload="metadata"
                    className={LOOK}
                  />
                )}
              </a>
            </li>
          ))}
        </ul>
      )}
      {deleted > 0 && (
        <p className="mb-1 text-end text-sm text-text-muted">
          {t('message.deletedPictures', { count: deleted })}
        </p>
      )}
    </>
  );
}
