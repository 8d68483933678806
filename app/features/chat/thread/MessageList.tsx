import { Link } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { buttonClasses } from '#app/ui/components/button/button-look.ts';
import { Spinner } from '#app/ui/components/Spinner.tsx';
import { actionPath } from '#app/features/chat/conversation/ChatForm.tsx';
import { useConversation } from '#app/features/chat/conversation/conversation-context.ts';
import { MessageItem } from './MessageItem.tsx';
import type { ViewMessage } from './view-message.ts';

interface MessageListProps {
  messages: readonly ViewMessage[];
  hasEarlier: boolean;
  isLoadingEarlier: boolean;
  onEarlier: () => void;
  /** The list ends above the end of the branch. */
  isPiece: boolean;
  /** The message that a search has found; null for none. */
  foundId: string | null;
}

/** The visible branch; loads older messages when the reader comes near to them. */
export function MessageList({
  messages,
  hasEarlier,
  isLoadingEarlier,
  onEarlier,
  isPiece,
  foundId,
}: MessageListProps) {
  const { t } = useTranslation('chat');
  const { conversationId } = useConversation();
  const top = useRef<HTMLDivElement>(null);
  useNearness(top, onEarlier);
  const path = actionPath(conversationId);
  const latest = messages.at(-1);
  return (
    <>
      {hasEarlier && (
        <div ref={top} className="flex justify-center py-3">
          {isLoadingEarlier ? (
            <Spinner name={t('message.earlier')} />
          ) : (
            <Link
              to={`${path}?before=${messages[0]?.messageId ?? ''}`}
              onClick={(event) => {
                event.preventDefault();
                onEarlier();
              }}
              className={buttonClasses({ size: 'small' })}
            >
              {t('message.earlier')}
            </Link>
          )}
        </div>
      )}
      {messages.map((message) => (
        <MessageItem
          key={message.messageId}
          message={message}
          isLatest={!isPiece && message === latest}
          isFound={message.messageId === foundId}
        />
      ))}
      {isPiece && foundId === null && (
        <p className="flex justify-center py-3">
          <Link to={`${path}#latest`} className={buttonClasses({ size: 'small' })}>
            {t('message.latest')}
          </Link>
        </p>
      )}
    </>
  );
}

/** Calls back when the element is visible, or about to be. */
function useNearness(element: React.RefObject<HTMLElement>, onNear: () => void): void {
  useEffect(() => {
    const target = element.current;
    if (!target) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) onNear();
      },
      { rootMargin: '400px' },
    );
    observer.observe(target);
    return () => observer.disconnect();
  }, [element, onNear]);
}
