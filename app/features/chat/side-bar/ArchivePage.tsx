import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import type { ChatConversation } from '#app/contracts/chat.ts';
import { ChatForm } from '#app/features/chat/conversation/ChatForm.tsx';
import { DateTime } from '#app/ui/components/DateTime.tsx';
import { EmptyState } from '#app/ui/components/EmptyState.tsx';
import { Button } from '#app/ui/components/button/Button.tsx';
import { LinkButton } from '#app/ui/components/button/LinkButton.tsx';
import { Archive } from '#app/ui/icons/lucide.ts';
import { PageColumn } from '#app/ui/layout/PageColumn.tsx';

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
        <ul className="divide-y divide-line rounded-card border border-line">
          {conversations.map(({ conversationId, title, updatedAt }) => (
            <li key={conversationId} className="flex items-center gap-3 pe-3">
              <Link
                to={`/chat/${conversationId}`}
                className="flex control min-w-0 grow items-center justify-between gap-4 rounded-card px-4 py-2 hover:bg-surface-sunken max-sm:flex-col max-sm:items-start max-sm:gap-0"
              >
                <span dir="auto" className="max-w-full min-w-0 truncate text-start">
                  {title}
                </span>
                <span className="shrink-0 text-sm text-text-muted">
                  <DateTime at={updatedAt} show="relative" />
                </span>
              </Link>
              <ChatForm
                intent="archive"
                conversationId={conversationId}
                fields={{ target: conversationId, to: 'off' }}
              >
                <Button size="small" aria-label={t('archive.restore', { title })}>
                  {t('list.unarchive')}
                </Button>
              </ChatForm>
            </li>
          ))}
        </ul>
      )}
      {nextCursor && (
        <LinkButton to={`?${new URLSearchParams({ after: nextCursor }).toString()}`} className="self-end">
          {t('list.more')}
        </LinkButton>
      )}
    </PageColumn>
  );
}
