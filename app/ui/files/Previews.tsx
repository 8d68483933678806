import { useTranslation } from '#app/ui/i18n/translation.ts';
import { Icon } from '#app/ui/components/Icon.tsx';
import { ProgressBar } from '#app/ui/components/ProgressBar.tsx';
import { Film, X } from '#app/ui/icons/lucide.ts';
import { ATTACH_ID } from './attachment-field.ts';
import type { Attachment } from './use-attachments.ts';

interface PreviewsProps {
  items: readonly Attachment[];
  onRemove: (item: Attachment) => void;
}

/**
 * The files of the next message, each with a button to remove it; without scripts the button submits the
 * form.
 */
export function Previews({ items, onRemove }: PreviewsProps) {
  const { t } = useTranslation('chat');
  if (items.length === 0) return null;
  return (
    <ul
      aria-label={t('composer.attached')}
      className="flex max-h-44 flex-wrap gap-2 overflow-y-auto px-3 pt-3"
    >
      {items.map((item) => (
        <li
          key={item.key}
          data-focus-after={ATTACH_ID}
          className="flex w-56 items-center gap-2 rounded-control border border-line bg-surface p-1 max-sm:w-full"
        >
          {item.file && <input type="hidden" name="files" value={item.file.file_id} />}
          <span className="grid size-11 shrink-0 place-items-center overflow-hidden rounded-control bg-surface-sunken text-text-muted">
            {item.preview ? (
              <img src={item.preview} alt="" className="size-11 object-cover" />
            ) : (
              <Icon of={Film} size={20} />
            )}
          </span>
          <span className="flex min-w-0 grow flex-col gap-1">
            <bdi dir="auto" className="truncate text-sm">
              {item.name}
            </bdi>
            {!item.isStored && (
              <ProgressBar
                label={t('composer.uploading', { name: item.name })}
                percent={item.progress * 100}
              />
            )}
          </span>
          <button
            type={item.file ? 'submit' : 'button'}
            name="removedFile"
            value={item.file?.file_id}
            formNoValidate
            aria-label={t(item.file ? 'composer.remove' : 'composer.cancelUpload', { name: item.name })}
            onClick={(event) => {
              event.preventDefault();
              onRemove(item);
            }}
            className="grid control-square shrink-0 place-items-center rounded-control text-text-muted hover:bg-surface-sunken hover:text-text"
          >
            <Icon of={X} />
          </button>
        </li>
      ))}
    </ul>
  );
}

/**
 * The reasons why files were not uploaded, each with the file's name; announced by screen readers as they
 * appear.
 */
export function UploadErrors({ errors }: { errors: readonly string[] }) {
  return (
    <div role="alert">
      {errors.length > 0 && (
        <ul className="m-2 mb-0 rounded-card bg-bad-soft px-4 py-2 text-sm">
          {errors.map((words, index) => (
            <li key={index} className="break-words">
              {words}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
