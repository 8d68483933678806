import { useTranslation } from '#app/ui/i18n/translation.ts';
import { filePath, thumbnailPath } from '#app/contracts/files/file-path.ts';
import type { Subcategory } from '#app/contracts/playground/playground.ts';
import { usePoster } from '#app/ui/files/use-poster.ts';
import { TextLink } from '#app/ui/components/TextLink.tsx';
import { FILE_FIELD, type MadeView } from '../playground-data.ts';
import { seconds as inSeconds } from './CellFigures.tsx';
import { MediaBox, MediaBoxes } from './MediaBox.tsx';

interface MadeFilesProps {
  files: readonly MadeView[];
  /** The prompt they were made from, as alternative text. */
  prompt: string;
  /** Width divided by height of their boxes. */
  shape: number;
  /** The path of the conversation. */
  path: string;
}

const LINK = 'control inline-flex items-center';

/** Images and videos of an answer; each opens in full size, can be saved, and can begin the next prompt. */
export function MadeFiles({ files, prompt, shape, path }: MadeFilesProps) {
  if (files.length === 0) return null;
  return (
    <MediaBoxes count={files.length}>
      {files.map((file) => (
        <MediaBox
          key={file.id}
          shape={shape}
          info={<Facts file={file} />}
          actions={<Actions file={file} path={path} />}
        >
          {file.kind === 'video' ? (
            <MadeVideo file={file} prompt={prompt} />
          ) : (
            <MadeImage file={file} prompt={prompt} />
          )}
        </MediaBox>
      ))}
    </MediaBoxes>
  );
}

function Facts({ file: { width, height, seconds } }: { file: MadeView }) {
  return (
    <>
      <bdi dir="ltr">
        {width} × {height}
      </bdi>
      {seconds !== null && <bdi dir="ltr">{inSeconds(seconds * 1000)}</bdi>}
    </>
  );
}

function Actions({ file: { id, name, kind }, path }: { file: MadeView; path: string }) {
  const { t } = useTranslation('playground');
  return (
    <>
      <TextLink
        to={promptHref(path, kind === 'video' ? 'video-to-video' : 'image-to-image', id)}
        className={LINK}
      >
        {t('edit')}
      </TextLink>
      {kind === 'image' && (
        <TextLink to={promptHref(path, 'image-to-video', id)} className={LINK}>
          {t('animate')}
        </TextLink>
      )}
      {kind === 'video' && (
        <TextLink to={filePath(id)} target="_blank" rel="noreferrer" reloadDocument className={LINK}>
          {t('large')}
        </TextLink>
      )}
      <TextLink to={`${filePath(id)}?download`} download={name} reloadDocument className={LINK}>
        {t('save')}
      </TextLink>
    </>
  );
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
    <a href={filePath(id)} target="_blank" rel="noreferrer" className="size-full rounded-control">
      <img
        src={thumbnailPath(id)}
        alt={t('picture', { prompt })}
        width={width}
        height={height}
        className="size-full object-contain"
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
      className="size-full object-contain"
    />
  );
}
