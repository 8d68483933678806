import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import type { ChatConversation } from '#app/contracts/chat.ts';
import { DateTime } from '#app/ui/components/DateTime.tsx';
import { LinkButton } from '#app/ui/components/button/LinkButton.tsx';

interface ChatRowsProps {
  nextCursor: string | null;
  /** The `ChatRow`s. */
  children: ReactNode;
}

/** A page of chats outside of the side bar, with a link to the next page. */
export function ChatRows({ nextCursor, children }: ChatRowsProps) {
  const { t } = useTranslation('chat');
  return (
    <>
      <ul className="divide-y divide-line rounded-card border border-line">{children}</ul>
      {nextCursor && (
        <LinkButton to={`?${new URLSearchParams({ after: nextCursor }).toString()}`} className="self-end">
          {t('list.more')}
        </LinkButton>
      )}
    </>
  );
}

interface ChatRowProps {
  conversation: ChatConversation;
  /** The action of the row. */
  children: ReactNode;
}

/** A chat with its last use, and an action. */
export function ChatRow({ conversation: { conversationId, title, updatedAt }, children }: ChatRowProps) {
  return (
    <li className="flex items-center gap-3 pe-3">
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
      {children}
    </li>
  );
}
