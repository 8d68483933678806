import { useTranslation } from 'react-i18next';
import { filePath, thumbnailPath } from '#app/contracts/files/file-path.ts';
import type { Subcategory } from '#app/contracts/playground/playground.ts';
import { usePoster } from '#app/ui/files/use-poster.ts';
import { TextLink } from '#app/ui/components/TextLink.tsx';
import { FILE_FIELD, type MadeView } from '../playground-data.ts';
import { seconds as inSeconds } from './CellFigures.tsx';

interface MadeFilesProps {
  files: readonly MadeView[];
  /** The prompt they were made from, as alternative text. */
  prompt: string;
  /** The path of the conversation. */
  path: string;
}

/**
 * Images and videos of an answer, with their space reserved from the first moment; each opens in full size
 * and can be saved.
 */
export function MadeFiles({ files, prompt, path }: MadeFilesProps) {
  const { t } = useTranslation('playground');
  return files.map((file) => {
    const { id, name, kind, width, height, seconds } = file;
    return (
      <figure
        key={id}
        style={{ maxWidth: `min(24rem, ${(24 * width) / height}rem)` }}
        className="flex flex-col gap-1"
      >
        {kind === 'video' ? (
          <MadeVideo file={file} prompt={prompt} />
        ) : (
          <MadeImage file={file} prompt={prompt} />
        )}
        <figcaption className="flex flex-wrap items-center gap-x-3 text-xs text-text-muted">
          <bdi dir="ltr" className="whitespace-nowrap tabular-nums">
            {width} × {height}
          </bdi>
          {seconds !== null && (
            <bdi dir="ltr" className="whitespace-nowrap tabular-nums">
              {inSeconds(seconds * 1000)}
            </bdi>
          )}
          {kind === 'video' && (
            <TextLink to={filePath(id)} target="_blank" rel="noreferrer" reloadDocument>
              {t('large')}
            </TextLink>
          )}
          <TextLink to={`${filePath(id)}?download`} download={name} reloadDocument>
            {t('save')}
          </TextLink>
          <TextLink to={promptHref(path, kind === 'video' ? 'video-to-video' : 'image-to-image', id)}>
            {t('edit')}
          </TextLink>
          {kind === 'image' && (
            <TextLink to={promptHref(path, 'image-to-video', id)}>{t('animate')}</TextLink>
          )}
        </figcaption>
      </figure>
    );
  });
}

/** The address of the conversation with a file attached to the next prompt. */
function promptHref(path: string, category: Subcategory, fileId: string): string {
  return `${path}?${new URLSearchParams({ category, [FILE_FIELD]: fileId }).toString()}`;
}

interface MadeProps {
  file: MadeView;
  prompt: string;
}

function MadeImage({ file: { id, width, height }, prompt }: MadeProps) {
  const { t } = useTranslation('playground');
  return (
    <a href={filePath(id)} target="_blank" rel="noreferrer" className="rounded-control">
      <img
        src={thumbnailPath(id)}
        alt={t('picture', { prompt })}
        width={width}
        height={height}
        className="h-auto w-full rounded-control bg-surface-sunken"
      />
    </a>
  );
}

/** Loads only the beginning of a video until it is played: its poster or first frame is shown. */
function MadeVideo({ file: { id, width, height, preview }, prompt }: MadeProps) {
  const { t } = useTranslation('playground');
  const poster = usePoster(id, preview);
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- a generated video has no transcript
    <video
      // Makes browsers show the first frame that show nothing until it is requested.
      src={`${filePath(id)}#t=0.001`}
      controls
      playsInline
      preload="metadata"
      poster={poster ?? undefined}
      width={width}
      height={height}
      aria-label={t('video', { prompt })}
      style={{ aspectRatio: `${width} / ${height}` }}
      className="h-auto w-full rounded-control bg-surface-sunken"
    />
  );
}
