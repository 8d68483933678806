import { ArrowRight, Pencil, RefreshCw, Shuffle } from '#app/ui/icons/lucide.ts';
import { useTranslation } from 'react-i18next';
import { Button } from '#app/ui/components/button/Button.tsx';
import { CopyButton } from '#app/ui/components/button/CopyButton.tsx';
import { Icon } from '#app/ui/components/Icon.tsx';
import { IconButton } from '#app/ui/components/button/IconButton.tsx';
import { ChatForm } from '../forms/ChatForm.tsx';
import { canContinue, canEdit, canRegenerate } from './availability.ts';
import { useConversation } from './conversation-context.ts';
import { FormLink } from './FormLink.tsx';
import { ReceiptCost } from './ReceiptCost.tsx';
import { SiblingSwitch } from './SiblingSwitch.tsx';
import type { ViewMessage } from './view-message.ts';

interface MessageActionsProps {
  message: ViewMessage;
  isLatest: boolean;
  isEditing: boolean;
}

/** What can be done with a message. The row keeps its room, so that nothing jumps when it shows. */
export function MessageActions({ message, isLatest, isEditing }: MessageActionsProps) {
  const { t } = useTranslation('chat');
  const { conversationId, model, models, sendId, isSubmitting, isResting } = useConversation();
  const rest = { className: 'arm-slowly aria-disabled:opacity-50', 'aria-disabled': isResting || undefined };
  const at = { isLatest, isEditing, isSubmitting };
  const send = { clientMessageId: sendId, model };
  // The card of a reply that failed has its own ways on, and says what it cost.
  const mayRegenerate = !message.error && canRegenerate(message, at);
  return (
    <div
      className={`control mt-1 flex flex-wrap items-center gap-0.5 text-sm text-text-muted ${message.isCreatedByUser ? 'justify-end' : '-ms-2'}`}
    >
      {message.siblingCount > 1 && <SiblingSwitch message={message} />}
      {message.isEdited && <span className="px-1 text-xs first:ps-2">{t('message.edited')}</span>}
      {message.costMicro !== null && !message.submitting && !message.error && (
        <ReceiptCost message={message} costMicro={message.costMicro} />
      )}
      <div className="message-actions flex flex-wrap items-center gap-0.5">
        {message.text !== '' && !message.submitting && (
          <CopyButton text={message.text} feedbackMs={3000} label={t('message.copy')} />
        )}
        {canEdit(message, at) && !isEditing && (
          <FormLink
            id={`edit-${message.messageId}`}
            to={`?edit=${message.messageId}`}
            icon={Pencil}
            label={t('message.edit')}
          />
        )}
        {mayRegenerate && (
          <ChatForm
            intent="regenerate"
            conversationId={conversationId}
            fields={{ ...send, parentMessageId: message.parentMessageId }}
          >
            <IconButton type="submit" size={16} icon={RefreshCw} {...rest} label={t('message.regenerate')} />
          </ChatForm>
        )}
        {mayRegenerate && models.length > 1 && (
          <FormLink
            id={`again-${message.messageId}`}
            to={`?again=${message.messageId}`}
            icon={Shuffle}
            label={t('message.again')}
            words={t('message.otherModel')}
          />
        )}
        {canContinue(message, at) && (
          <ChatForm
            intent="continue"
            conversationId={conversationId}
            fields={{ ...send, parentMessageId: message.messageId }}
          >
            <Button variant="plain" size="small" {...rest}>
              <Icon of={ArrowRight} mirror />
              {t('message.continue')}
            </Button>
          </ChatForm>
        )}
      </div>
    </div>
  );
}
