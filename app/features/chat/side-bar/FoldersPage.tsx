import { Link } from '@remix-run/react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { FOLDERS_PATH, folderPath, type Folder } from '#app/contracts/folders.ts';
import { Banner } from '#app/ui/components/Banner.tsx';
import { EmptyState } from '#app/ui/components/EmptyState.tsx';
import { Icon } from '#app/ui/components/Icon.tsx';
import { Folder as FolderIcon } from '#app/ui/icons/lucide.ts';
import { PageColumn } from '#app/ui/layout/PageColumn.tsx';
import type { FolderAnswer } from './folder-data.ts';
import { NameForm } from './NameForm.tsx';

interface FoldersPageProps {
  folders: Folder[];
  answer: FolderAnswer | undefined;
}

/** Page of all folders, with a form for a new one. */
export function FoldersPage({ folders, answer }: FoldersPageProps) {
  const { t } = useTranslation('folders');
  return (
    <PageColumn>
      <h1 className="text-xl font-semibold">{t('title')}</h1>
      {answer?.error && <Banner tone="bad">{answer.error}</Banner>}
      {folders.length === 0 ? (
        <EmptyState icon={FolderIcon} title={t('none')} text={t('noneHelp')} />
      ) : (
        <ul className="divide-y divide-line rounded-card border border-line">
          {folders.map(({ folderId, name }) => (
            <li key={folderId}>
              <Link
                to={folderPath(folderId)}
                className="flex control items-center gap-3 rounded-card px-4 py-2 hover:bg-surface-sunken"
              >
                <Icon of={FolderIcon} />
                <span dir="auto" className="min-w-0 truncate text-start">
                  {name}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      <NameForm
        key={folders.length}
        action={FOLDERS_PATH}
        act="create"
        label={t('new')}
        submit={t('create')}
        answer={answer}
      />
    </PageColumn>
  );
}
