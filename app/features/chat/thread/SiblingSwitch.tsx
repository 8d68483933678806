import { ChevronLeft, ChevronRight, type Drawing } from '#app/ui/icons/lucide.ts';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { IconButton } from '#app/ui/components/button/IconButton.tsx';
import { ChatForm } from '#app/features/chat/conversation/ChatForm.tsx';
import { useConversation } from '#app/features/chat/conversation/conversation-context.ts';
import type { ViewMessage } from './view-message.ts';

/** Position of a message among its siblings, with buttons to its neighbours. The server stores the choice. */
export function SiblingSwitch({ message }: { message: ViewMessage }) {
  const { t } = useTranslation('chat');
  const { conversationId } = useConversation();
  const { siblingIndex: index, siblingCount: count, previousSiblingId, nextSiblingId } = message;
  return (
    <ChatForm
      intent="choose-branch"
      conversationId={conversationId}
      data-versions=""
      className="flex items-center"
    >
      <Neighbour
        from={message.messageId}
        to={previousSiblingId}
        side="previous"
        icon={ChevronLeft}
        label={t('message.previous')}
      />
      <span className="font-mono text-xs tabular-nums" dir="ltr" aria-hidden>
        {t('message.sibling', { index, count })}
      </span>
      <output className="sr-only">{t('message.siblings', { index, count })}</output>
      <Neighbour
        from={message.messageId}
        to={nextSiblingId}
        side="next"
        icon={ChevronRight}
        label={t('message.next')}
      />
    </ChatForm>
  );
}

interface NeighbourProps {
  /** The visible sibling. */
  from: string;
  /** The sibling that a press shows; null at the end. */
  to: string | null;
  side: 'previous' | 'next';
  icon: Drawing;
  label: string;
}

/** Button that shows a sibling; disabled when there is none, and while a reply is running. */
function Neighbour({ from, to, side, ...look }: NeighbourProps) {
  const { isSubmitting } = useConversation();
  return (
    // The other sibling has its own switch: the focus moves to the same button there, or at the end to the
    // opposite one.
    <span data-focus-after={side === 'next' ? `next-${to} previous-${to}` : `previous-${to} next-${to}`}>
      <IconButton
        {...look}
        id={`${side}-${from}`}
        type="submit"
        size={16}
        mirror
        name="messageId"
        value={to ?? ''}
        disabled={isSubmitting || to === null}
      />
    </span>
  );
}
