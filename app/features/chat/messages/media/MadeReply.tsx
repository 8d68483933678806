import { useTranslation } from 'react-i18next';
import type { ViewMessage } from '../view-message.ts';
import { GrowingMedia } from './GrowingMedia.tsx';
import { MadePicture } from './MadePicture.tsx';
import { MadeVideo } from './MadeVideo.tsx';

/** A reply that is pictures or a video: on its way, or there. */
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
                <MadePicture file={file} alt={t('made.picture', { place: index + 1, model: signature })} />
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
