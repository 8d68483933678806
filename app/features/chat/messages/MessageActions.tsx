import { ArrowRight, Pencil, RefreshCw, Shuffle } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatMicro } from '#app/contracts/money.ts';
import { CopyButton } from '#app/ui/components/CopyButton.tsx';
import { IconButton } from '#app/ui/components/IconButton.tsx';
import { ChatForm } from '../forms/ChatForm.tsx';
import { canContinue, canEdit, canRegenerate } from './availability.ts';
import { useConversation } from './conversation-context.ts';
import { FormLink } from './FormLink.tsx';
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
  const { conversationId, model, models, sendId, isSubmitting } = useConversation();
  const at = { isLatest, isEditing, isSubmitting };
  const send = { clientMessageId: sendId, model };
  return (
    <div
      className={`mt-1 flex min-h-9 flex-wrap items-center gap-0.5 text-sm text-text-muted ${message.isCreatedByUser ? 'justify-end' : '-ms-2'}`}
    >
      {message.siblingCount > 1 && <SiblingSwitch message={message} />}
      {message.isEdited && <span className="px-1 text-xs first:ps-2">{t('message.edited')}</span>}
      {message.costMicro !== null && !message.submitting && (
        <data
          value={message.costMicro}
          title={t('message.cost', { cost: formatMicro(BigInt(message.costMicro)) })}
          className="px-1 font-mono text-xs first:ps-2 text-text-faint tabular-nums"
        >
          {formatMicro(BigInt(message.costMicro))}
        </data>
      )}
      <div className="message-actions flex items-center gap-0.5">
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
        {canRegenerate(message, at) && (
          <ChatForm
            intent="regenerate"
            conversationId={conversationId}
            fields={{ ...send, parentMessageId: message.parentMessageId }}
          >
            <IconButton type="submit" size={16} icon={RefreshCw} label={t('message.regenerate')} />
          </ChatForm>
        )}
        {canRegenerate(message, at) && models.length > 1 && (
          <FormLink
            id={`again-${message.messageId}`}
            to={`?again=${message.messageId}`}
            icon={Shuffle}
            label={t('message.again')}
          />
        )}
        {canContinue(message, at) && (
          <ChatForm
            intent="continue"
            conversationId={conversationId}
            fields={{ ...send, parentMessageId: message.messageId }}
          >
            <IconButton type="submit" size={16} mirror icon={ArrowRight} label={t('message.continue')} />
          </ChatForm>
        )}
      </div>
    </div>
  );
}
