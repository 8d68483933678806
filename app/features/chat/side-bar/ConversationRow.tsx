import { Link } from '@remix-run/react';
import type { ChatConversation } from '#app/contracts/chat.ts';
import { ConversationMenu } from './ConversationMenu.tsx';

interface ConversationRowProps {
  conversation: ChatConversation;
  current: string | null;
  /** Cursor where the list on the page begins; an action in the list returns there. */
  cursor: string | null;
}

/** One conversation of the list, with the menu of its actions. */
export function ConversationRow({ conversation, current, cursor }: ConversationRowProps) {
  const { conversationId, title } = conversation;
  const isCurrent = conversationId === current;
  return (
    <li
      className={`relative flex items-center rounded-control ${isCurrent ? 'bg-surface-raised' : 'hover:bg-surface-raised'}`}
    >
      <Link
        to={`/chat/${conversationId}`}
        aria-current={isCurrent ? 'page' : undefined}
        title={title}
        className="side-bar-row min-w-0 grow items-center rounded-control px-2.5 aria-[current]:font-medium"
      >
        <span dir="auto" className="truncate">
          {title}
        </span>
      </Link>
      <span className="row-actions">
        <ConversationMenu conversation={conversation} current={current} cursor={cursor} />
      </span>
    </li>
  );
}
