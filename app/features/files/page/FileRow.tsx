import { Form } from '@remix-run/react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { filePath } from '#app/contracts/files/file-path.ts';
import { DateTime } from '#app/ui/components/DateTime.tsx';
import { Icon } from '#app/ui/components/Icon.tsx';
import { ConfirmButton } from '#app/ui/components/button/ConfirmButton.tsx';
import { buttonClasses } from '#app/ui/components/button/button-look.ts';
import { Download, Film, Trash2 } from '#app/ui/icons/lucide.ts';
import { FILES_PATH, lengthText, sizeText, type FileLine } from './files-data.ts';

/** One file: its thumbnail with a link to it, its facts, and its actions. */
export function FileRow({ line, search }: { line: FileLine; search: string }) {
  const { t, i18n } = useTranslation('files');
  const { id, name, kind, source, bytes, width, height, seconds, createdAt, expiresAt } = line;
  return (
    <li className="flex items-center gap-4 border-t border-line p-3 first:border-t-0 max-sm:flex-wrap">
      <a href={filePath(id)} aria-label={t('open', { name })} className="shrink-0 rounded-control">
        <Preview line={line} />
      </a>
      <div className="flex min-w-0 grow basis-0 flex-col">
        <bdi dir="auto" className="truncate font-medium">
          {name}
        </bdi>
        <span className="text-sm text-text-muted">
          {[
            t(`source.${source}`),
            sizeText(bytes, i18n.language),
            t('size', { width, height }),
            ...(kind === 'video' && seconds !== null ? [lengthText(seconds)] : []),
          ].join(' · ')}
        </span>
        <span className="text-sm text-text-muted">
          <DateTime at={createdAt} show="relative" />
          {expiresAt && (
            <>
              {' · '}
              {t('expires')} <DateTime at={expiresAt} />
            </>
          )}
        </span>
      </div>
      <div className="flex shrink-0 items-center gap-2 max-sm:w-full max-sm:justify-end">
        <a
          href={`${filePath(id)}?download`}
          download
          aria-label={t('download', { name })}
          className={buttonClasses({ variant: 'plain' })}
        >
          <Icon of={Download} />
        </a>
        <Form method="post" action={FILES_PATH} preventScrollReset>
          <input type="hidden" name="fileId" value={id} />
          <input type="hidden" name="q" value={search} />
          <ConfirmButton confirm={t('deleteConfirm')}>
            <Icon of={Trash2} />
            {t('delete')}
          </ConfirmButton>
        </Form>
      </div>
    </li>
  );
}

/** A fixed size, so that the layout does not shift when the image arrives. */
function Preview({ line: { id, hasThumbnail } }: { line: FileLine }) {
  const box = 'size-16 rounded-control border border-line bg-surface-raised';
  if (hasThumbnail)
    return (
      <img
        src={`${filePath(id)}?thumbnail`}
        alt=""
        width={64}
        height={64}
        loading="lazy"
        className={`${box} object-cover`}
      />
    );
  return (
    <span className={`${box} grid place-items-center text-text-muted`}>
      <Icon of={Film} size={20} />
    </span>
  );
}
