import { useTranslation } from '#app/ui/i18n/translation.ts';
import { EmptyState } from '#app/ui/components/EmptyState.tsx';
import { LinkButton } from '#app/ui/components/button/LinkButton.tsx';
import { SearchForm } from '#app/ui/components/form/SearchForm.tsx';
import { Images } from '#app/ui/icons/lucide.ts';
import { PageColumn } from '#app/ui/layout/PageColumn.tsx';
import { FileRow } from './FileRow.tsx';
import { FILES_PATH, filesHref, SEARCH_MAX, sizeText, type FilesData } from './files-data.ts';

const MB = 1024 * 1024;

/** The images and videos of a user: the used space, and each file with links to open, save and delete it. */
export function FilesPage({ files }: { files: FilesData }) {
  const { t } = useTranslation('files');
  const { lines, search, isOlder, nextBefore, used, allowedMb } = files;
  return (
    <PageColumn>
      <div className="flex flex-col gap-1">
        <h1 className="text-xl font-semibold">{t('title')}</h1>
        <p className="text-text-muted">{t('lead')}</p>
      </div>
      <UsedSpace used={used} allowedMb={allowedMb} />
      {(used.files > 0 || search !== '') && (
        <SearchForm
          action={FILES_PATH}
          search={search}
          label={t('search')}
          button={t('find')}
          maxLength={SEARCH_MAX}
        />
      )}
      {lines.length === 0 ? (
        <EmptyState
          icon={Images}
          title={t(search === '' ? 'empty.title' : 'empty.notFound')}
          text={t(search === '' ? 'empty.text' : 'empty.notFoundText')}
          action={search !== '' && <LinkButton to={FILES_PATH}>{t('empty.all')}</LinkButton>}
        />
      ) : (
        <ul className="overflow-hidden rounded-card border border-line">
          {lines.map((line) => (
            <FileRow key={line.id} line={line} search={search} />
          ))}
        </ul>
      )}
      {(isOlder || nextBefore) && (
        <nav aria-label={t('pages')} className="flex justify-between gap-2">
          {isOlder && <LinkButton to={filesHref({ search })}>{t('newest')}</LinkButton>}
          {nextBefore && (
            <LinkButton to={filesHref({ search, before: nextBefore })} className="ms-auto">
              {t('older')}
            </LinkButton>
          )}
        </nav>
      )}
    </PageColumn>
  );
}

/** The space used by all files, and its limit. */
function UsedSpace({ used, allowedMb }: Pick<FilesData, 'used' | 'allowedMb'>) {
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
