import { useTranslation } from 'react-i18next';
import { TextLink } from '#app/ui/components/TextLink.tsx';
import type { PictureView } from '../playground-data.ts';

interface PicturesProps {
  pictures: readonly PictureView[];
  /** What they were made from, for who does not see them. */
  prompt: string;
}

/** Pictures of an answer, small; each opens large and can be saved. */
export function Pictures({ pictures, prompt }: PicturesProps) {
  const { t } = useTranslation('playground');
  return pictures.map(({ id, name, width, height }) => (
    <figure key={id} className="flex max-w-96 flex-col gap-1">
      <a href={`/files/${id}`} target="_blank" rel="noreferrer" className="rounded-control">
        <img
          src={`/files/${id}?thumbnail`}
          alt={t('picture', { prompt })}
          width={width}
          height={height}
          className="h-auto w-full rounded-control bg-surface-sunken"
        />
      </a>
      <figcaption className="flex flex-wrap items-center gap-x-3 text-xs text-text-muted">
        <bdi dir="ltr" className="tabular-nums">
          {width} × {height}
        </bdi>
        <TextLink to={`/files/${id}?download`} download={name} reloadDocument>
          {t('save')}
        </TextLink>
      </figcaption>
    </figure>
  ));
}
