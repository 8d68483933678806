import { ArrowRight, Plus, RefreshCw, Square } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#app/ui/components/Button.tsx';
import { Icon } from '#app/ui/components/Icon.tsx';
import { LinkButton } from '#app/ui/components/LinkButton.tsx';
import { ChatForm } from '../forms/ChatForm.tsx';
import { canContinue, canRegenerate } from './availability.ts';
import { useConversation } from './conversation-context.ts';
import { useJustStopped } from './use-just-stopped.ts';
import type { ViewMessage } from './view-message.ts';

/** Stop, Continue, Regenerate and New over the text box; on small screens its own button stops. */
export function FloatingButtons({ latest }: { latest: ViewMessage | undefined }) {
  const { t } = useTranslation('chat');
  const { conversationId, model, sendId, isSubmitting, editingId } = useConversation();
  const { justStopped, noteStop } = useJustStopped();
  if (!latest) return null;
  const at = { isLatest: true, isEditing: editingId === latest.messageId, isSubmitting };
  const send = { clientMessageId: sendId, model };
  const mayContinue = canContinue(latest, at) || (justStopped && !isSubmitting);
  return (
    <div className="flex flex-wrap justify-center gap-2 pb-2 max-[769px]:hidden">
      {isSubmitting && (
        <ChatForm intent="stop" conversationId={conversationId} onDone={noteStop}>
          <Button size="small" className="bg-surface">
            <Icon of={Square} />
            {t('composer.stop')}
          </Button>
        </ChatForm>
      )}
      {mayContinue && (
        <ChatForm
          intent="continue"
          conversationId={conversationId}
          fields={{ ...send, parentMessageId: latest.messageId }}
        >
          <Button size="small" className="bg-surface">
            <Icon of={ArrowRight} mirror />
            {t('message.continue')}
          </Button>
        </ChatForm>
      )}
      {canRegenerate(latest, at) && (
        <ChatForm
          intent="regenerate"
          conversationId={conversationId}
          fields={{ ...send, parentMessageId: latest.parentMessageId }}
        >
          <Button size="small" className="bg-surface">
            <Icon of={RefreshCw} />
            {t('message.regenerate')}
          </Button>
        </ChatForm>
      )}
      <LinkButton to="/chat/new" size="small" className="bg-surface">
        <Icon of={Plus} />
        {t('newChat')}
      </LinkButton>
    </div>
  );
}
