import { useTranslation } from 'react-i18next';
import type { FilesData } from './files-data.ts';
import { sizeText } from './size-text.ts';

const MB = 1024 * 1024;

/** What all files take, of what they may take. */
export function UsedSpace({ used, allowedMb }: Pick<FilesData, 'used' | 'allowedMb'>) {
  const { t, i18n } = useTranslation('files');
  const size = sizeText(used.bytes, i18n.language);
  const allowed = allowedMb * MB;
  const text =
    allowed === 0
      ? t('used.open', { count: used.files, size })
      : t('used.of', { count: used.files, size, allowed: sizeText(allowed, i18n.language) });
  return (
    <div className="flex flex-col gap-2">
      <p>{text}</p>
      {allowed > 0 && (
        <meter
          aria-label={t('used.label')}
          className="h-2 w-full"
          min={0}
          max={allowed}
          high={allowed * 0.9}
          value={Math.min(used.bytes, allowed)}
        />
      )}
    </div>
  );
}
