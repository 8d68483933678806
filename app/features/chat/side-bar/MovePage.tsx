import { Form } from '@remix-run/react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { movePath } from '#app/contracts/folders.ts';
import { Banner } from '#app/ui/components/Banner.tsx';
import { Icon } from '#app/ui/components/Icon.tsx';
import { TextLink } from '#app/ui/components/TextLink.tsx';
import { Button } from '#app/ui/components/button/Button.tsx';
import { Check, Folder } from '#app/ui/icons/lucide.ts';
import { PageColumn } from '#app/ui/layout/PageColumn.tsx';
import type { FolderAnswer, MoveData } from './folder-data.ts';
import { NameForm } from './NameForm.tsx';

interface MovePageProps {
  move: MoveData;
  answer: FolderAnswer | undefined;
}

/** Page that moves a chat: a button for each folder, a form for a new one, and a button for none. */
export function MovePage({ move, answer }: MovePageProps) {
  const { t } = useTranslation('folders');
  const { conversationId, title, folderId, folders } = move;
  const path = movePath(conversationId);
  return (
    <PageColumn>
      <div className="flex flex-col gap-1.5">
        <TextLink to={`/chat/${conversationId}`}>{t('backToChat')}</TextLink>
        <h1 className="text-xl font-semibold">{t('move')}</h1>
        <p className="break-words text-text-muted">
          <bdi>{title}</bdi>
        </p>
      </div>
      {answer?.error && <Banner tone="bad">{answer.error}</Banner>}
      {folders.length > 0 && (
        <Form method="post" action={path}>
          <input type="hidden" name="act" value="move" />
          <ul className="divide-y divide-line rounded-card border border-line">
            {folders.map((folder) => (
              <li key={folder.folderId}>
                <button
                  name="folderId"
                  value={folder.folderId}
                  aria-current={folder.folderId === folderId ? 'true' : undefined}
                  className="flex control w-full items-center gap-3 rounded-card px-4 py-2 hover:bg-surface-sunken"
                >
                  <Icon of={Folder} />
                  <span className="min-w-0 grow truncate text-start">
                    <bdi>{folder.name}</bdi>
                  </span>
                  {folder.folderId === folderId && <Icon of={Check} />}
                </button>
              </li>
            ))}
          </ul>
          {folderId !== null && (
            <Button name="folderId" value="" className="mt-4">
              {t('release')}
            </Button>
          )}
        </Form>
      )}
      <NameForm action={path} act="create" label={t('new')} submit={t('createAndMove')} answer={answer} />
    </PageColumn>
  );
}
