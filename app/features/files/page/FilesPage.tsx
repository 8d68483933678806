import { Images } from '#app/ui/icons/lucide.ts';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '#app/ui/components/button/LinkButton.tsx';
import { EmptyState } from '#app/ui/components/EmptyState.tsx';
import { SearchForm } from '#app/ui/components/form/SearchForm.tsx';
import { PageColumn } from '#app/ui/layout/PageColumn.tsx';
import { FileRow } from './FileRow.tsx';
import { FILES_PATH, filesHref, SEARCH_MAX, type FilesData } from './files-data.ts';
import { UsedSpace } from './UsedSpace.tsx';

/** Pictures and videos of a person: what they take, and each with the way to see, save and delete it. */
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
