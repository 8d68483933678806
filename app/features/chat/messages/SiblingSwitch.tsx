import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#app/ui/components/IconButton.tsx';
import { ChatForm } from '../forms/ChatForm.tsx';
import { useConversation } from './conversation-context.ts';
import type { ViewMessage } from './view-message.ts';

/** Which of its siblings a message is, and the way to its neighbours. The choice is kept on the server. */
export function SiblingSwitch({ message }: { message: ViewMessage }) {
  const { t } = useTranslation('chat');
  const { conversationId, isSubmitting } = useConversation();
  const { siblingIndex: index, siblingCount: count, previousSiblingId, nextSiblingId } = message;
  return (
    <ChatForm intent="choose-branch" conversationId={conversationId} className="flex items-center">
      <IconButton
        type="submit"
        size={16}
        mirror
        icon={ChevronLeft}
        label={t('message.previous')}
        name="messageId"
        value={previousSiblingId ?? ''}
        disabled={isSubmitting || previousSiblingId === null}
      />
      <span className="font-mono text-xs tabular-nums" dir="ltr" aria-hidden>
        {t('message.sibling', { index, count })}
      </span>
      <output className="sr-only">{t('message.siblings', { index, count })}</output>
      <IconButton
        type="submit"
        size={16}
        mirror
        icon={ChevronRight}
        label={t('message.next')}
        name="messageId"
        value={nextSiblingId ?? ''}
        disabled={isSubmitting || nextSiblingId === null}
      />
    </ChatForm>
  );
}
