import { Film } from '#app/ui/icons/lucide.ts';
import { useTranslation } from 'react-i18next';
import { Icon } from '#app/ui/components/Icon.tsx';
import type { PromptView } from '../playground-data.ts';

/** What a prompt was sent with, small; each opens large. */
export function SentFiles({ files, missing }: Pick<PromptView, 'files' | 'missing'>) {
  const { t } = useTranslation('playground');
  if (files.length + missing === 0) return null;
  return (
    <ul aria-label={t('sent')} className="mb-2 flex flex-wrap items-center justify-end gap-2">
      {files.map(({ file_id: id, url, preview, filename, width, height }) => (
        <li key={id}>
          <a
            href={url}
            target="_blank"
            rel="noreferrer"
            aria-label={filename}
            className="grid h-24 min-w-11 place-items-center overflow-hidden rounded-control border border-line bg-surface-sunken text-text-muted"
            style={{ aspectRatio: `${width} / ${height}`, maxWidth: '100%' }}
          >
            {preview === null ? (
              <Icon of={Film} size={20} />
            ) : (
              <img src={preview} alt="" width={width} height={height} className="size-full object-cover" />
            )}
          </a>
        </li>
      ))}
      {missing > 0 && <li className="text-sm text-text-muted">{t('gone', { count: missing })}</li>}
    </ul>
  );
}
