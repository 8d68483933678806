import { useTranslation } from '#app/ui/i18n/translation.ts';
import { filePath, thumbnailPath } from '#app/contracts/files/file-path.ts';

/** All have one height, so that nothing moves. */
const LOOK = 'h-36 rounded-card border border-line bg-surface-sunken max-sm:h-28';

interface MessageImagesProps {
  /** Ids, with names when they are known. */
  files: readonly { file_id: string; filename?: string; duration?: number | null; preview?: string | null }[];
  /** Number of files that were deleted since. */
  deleted?: number;
}

/**
 * The images and videos that were sent with a message: a thumbnail opens its image in a new tab, a video
 * plays in place.
 */
export function MessageImages({ files, deleted = 0 }: MessageImagesProps) {
  const { t } = useTranslation('chat');
  return (
    <>
      {files.length > 0 && (
        <ul aria-label={t('message.pictures')} className="mb-1 flex flex-wrap justify-end gap-1">
          {files.map(({ file_id: id, filename: name = '', duration = null, preview }) => (
            <li key={id}>
              {duration === null ? (
                <a href={filePath(id)} target="_blank" rel="noopener" className="block rounded-card">
                  <img
                    src={thumbnailPath(id)}
                    alt={t('message.picture', { name })}
                    loading="lazy"
                    className={`${LOOK} w-36 object-cover max-sm:w-28`}
                  />
                </a>
              ) : (
                // oxlint-disable-next-line jsx-a11y/media-has-caption -- a user's file comes without captions
                <video
                  src={filePath(id)}
                  poster={preview ?? undefined}
                  aria-label={name}
                  controls
                  preload="metadata"
                  className={`${LOOK} w-64 max-sm:w-50`}
                />
              )}
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
