import { useTranslation } from '#app/ui/i18n/translation.ts';
import type { ChatConversation } from '#app/contracts/chat.ts';
import { ChatForm } from '#app/features/chat/conversation/ChatForm.tsx';
import { EmptyState } from '#app/ui/components/EmptyState.tsx';
import { Button } from '#app/ui/components/button/Button.tsx';
import { Archive } from '#app/ui/icons/lucide.ts';
import { PageColumn } from '#app/ui/layout/PageColumn.tsx';
import { ChatRow, ChatRows } from './ChatRows.tsx';

interface ArchivePageProps {
  conversations: ChatConversation[];
  nextCursor: string | null;
}

/** Page of the archived chats, the last used first. */
export function ArchivePage({ conversations, nextCursor }: ArchivePageProps) {
  const { t } = useTranslation('chat');
  return (
    <PageColumn>
      <h1 className="text-xl font-semibold">{t('list.archived')}</h1>
      {conversations.length === 0 ? (
        <EmptyState icon={Archive} title={t('archive.none')} text={t('archive.help')} />
      ) : (
        <ChatRows nextCursor={nextCursor}>
          {conversations.map((conversation) => (
            <ChatRow key={conversation.conversationId} conversation={conversation}>
              <ChatForm
                intent="archive"
                conversationId={conversation.conversationId}
                fields={{ target: conversation.conversationId, to: 'off' }}
              >
                <Button size="small" aria-label={t('archive.restore', { title: conversation.title })}>
                  {t('list.unarchive')}
                </Button>
              </ChatForm>
            </ChatRow>
          ))}
        </ChatRows>
      )}
    </PageColumn>
  );
}
