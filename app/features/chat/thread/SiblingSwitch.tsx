import { ChevronLeft, ChevronRight, type Drawing } from '#app/ui/icons/lucide.ts';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#app/ui/components/button/IconButton.tsx';
import { ChatForm } from '#app/features/chat/send/ChatForm.tsx';
import { useConversation } from '#app/features/chat/conversation-context.ts';
import type { ViewMessage } from './view-message.ts';

/** Which of its siblings a message is, and the way to its neighbours. The choice is kept on the server. */
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
  /** The sibling on show. */
  from: string;
  /** The one that a press shows; null at the end. */
  to: string | null;
  side: 'previous' | 'next';
  icon: Drawing;
  label: string;
}

/** The button that shows a sibling; at rest where there is none, and while a reply is on its way. */
function Neighbour({ from, to, side, ...look }: NeighbourProps) {
  const { isSubmitting } = useConversation();
  return (
    // The sibling has a switch of its own: there the focus goes to the same button, or at the end to the other.
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
