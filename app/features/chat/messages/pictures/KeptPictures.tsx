import { useTranslation } from 'react-i18next';
import type { FileView } from '#app/contracts/files/file-view.ts';
import { Icon } from '#app/ui/components/Icon.tsx';
import { Film } from '#app/ui/icons/lucide.ts';

/** The pictures and videos of a message that is edited: they go with the changed text, but for those that are unticked. */
export function KeptPictures({ files }: { files: readonly FileView[] }) {
  const { t } = useTranslation('chat');
  if (files.length === 0) return null;
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="mb-1 text-sm text-text-muted">{t('message.keptPictures')}</legend>
      {files.map(({ file_id: id, filename, preview }) => (
        <label
          key={id}
          className="flex control items-center gap-2 rounded-control border border-line py-1 ps-1 pe-3"
        >
          {preview ? (
            <img
              src={preview}
              alt=""
              width={36}
              height={36}
              className="size-9 rounded-control object-cover"
            />
          ) : (
            <span className="grid size-9 place-items-center rounded-control bg-surface-sunken text-text-muted">
              <Icon of={Film} size={20} />
            </span>
          )}
          <input type="checkbox" name="files" value={id} defaultChecked className="size-4 accent-accent" />
          <bdi dir="auto" className="max-w-40 truncate text-sm">
            {filename}
          </bdi>
        </label>
      ))}
    </fieldset>
  );
}
