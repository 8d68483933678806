import { ChevronLeft, ChevronRight, type LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#app/ui/components/IconButton.tsx';
import { ChatForm } from '../forms/ChatForm.tsx';
import { useConversation } from './conversation-context.ts';
import type { ViewMessage } from './view-message.ts';

/** Which of its siblings a message is, and the way to its neighbours. The choice is kept on the server. */
export function SiblingSwitch({ message }: { message: ViewMessage }) {
  const { t } = useTranslation('chat');
  const { conversationId } = useConversation();
  const { siblingIndex: index, siblingCount: count, previousSiblingId, nextSiblingId } = message;
  return (
    <ChatForm intent="choose-branch" conversationId={conversationId} className="flex items-center">
      <Neighbour id={previousSiblingId} icon={ChevronLeft} label={t('message.previous')} />
      <span className="font-mono text-xs tabular-nums" dir="ltr" aria-hidden>
        {t('message.sibling', { index, count })}
      </span>
      <output className="sr-only">{t('message.siblings', { index, count })}</output>
      <Neighbour id={nextSiblingId} icon={ChevronRight} label={t('message.next')} />
    </ChatForm>
  );
}

/** The button that shows the sibling of this id; at rest where there is none, and while a reply is on its way. */
function Neighbour({ id, ...look }: { id: string | null; icon: LucideIcon; label: string }) {
  const { isSubmitting } = useConversation();
  return (
    <IconButton
      {...look}
      type="submit"
      size={16}
      mirror
      name="messageId"
      value={id ?? ''}
      disabled={isSubmitting || id === null}
    />
  );
}
