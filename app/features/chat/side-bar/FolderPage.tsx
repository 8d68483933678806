import { Form } from '@remix-run/react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { FOLDERS_PATH, folderPath } from '#app/contracts/folders.ts';
import { Banner } from '#app/ui/components/Banner.tsx';
import { EmptyState } from '#app/ui/components/EmptyState.tsx';
import { TextLink } from '#app/ui/components/TextLink.tsx';
import { Button } from '#app/ui/components/button/Button.tsx';
import { ConfirmButton } from '#app/ui/components/button/ConfirmButton.tsx';
import { Folder } from '#app/ui/icons/lucide.ts';
import { PageColumn } from '#app/ui/layout/PageColumn.tsx';
import { ChatRow, ChatRows } from './ChatRows.tsx';
import type { FolderAnswer, FolderData } from './folder-data.ts';
import { NameForm } from './NameForm.tsx';

interface FolderPageProps {
  shown: FolderData;
  answer: FolderAnswer | undefined;
}

/** Page of a folder: its chats, the last used first, and its name. */
export function FolderPage({ shown, answer }: FolderPageProps) {
  const { t } = useTranslation('folders');
  const { folder, conversations, nextCursor } = shown;
  const path = folderPath(folder.folderId);
  return (
    <PageColumn>
      <div className="flex flex-col gap-1.5">
        <TextLink to={FOLDERS_PATH}>{t('back')}</TextLink>
        <h1 className="text-xl font-semibold break-words">
          <bdi>{folder.name}</bdi>
        </h1>
      </div>
      {answer?.error && <Banner tone="bad">{answer.error}</Banner>}
      {conversations.length === 0 ? (
        <EmptyState icon={Folder} title={t('noChats')} text={t('noChatsHelp')} />
      ) : (
        <ChatRows nextCursor={nextCursor}>
          {conversations.map((conversation) => (
            <ChatRow key={conversation.conversationId} conversation={conversation}>
              <Form method="post" action={path}>
                <input type="hidden" name="conversationId" value={conversation.conversationId} />
                <Button
                  size="small"
                  name="act"
                  value="release"
                  aria-label={t('releaseChat', { title: conversation.title })}
                >
                  {t('release')}
                </Button>
              </Form>
            </ChatRow>
          ))}
        </ChatRows>
      )}
      <NameForm
        key={folder.name}
        action={path}
        act="rename"
        label={t('name')}
        submit={t('rename')}
        name={folder.name}
        answer={answer}
      />
      <Form method="post" action={path} className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-text-muted">{t('deleteHelp')}</p>
        <ConfirmButton name="act" value="delete" confirm={t('deleteConfirm')}>
          {t('delete')}
        </ConfirmButton>
      </Form>
    </PageColumn>
  );
}
