import { Link } from '@remix-run/react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { formatMicro } from '#app/contracts/money.ts';
import { useConversation } from '#app/features/chat/conversation/conversation-context.ts';
import { ChatForm } from '#app/features/chat/conversation/ChatForm.tsx';
import { Icon } from '#app/ui/components/Icon.tsx';
import { Tooltip } from '#app/ui/components/Tooltip.tsx';
import { Button } from '#app/ui/components/button/Button.tsx';
import { CopyButton } from '#app/ui/components/button/CopyButton.tsx';
import { IconButton } from '#app/ui/components/button/IconButton.tsx';
import { ArrowRight, Pencil, RefreshCw, Shuffle, Split, Trash2, type Drawing } from '#app/ui/icons/lucide.ts';
import { canContinue, canEdit, canFork, canRegenerate } from './availability.ts';
import { SiblingSwitch } from './SiblingSwitch.tsx';
import type { ViewMessage } from './view-message.ts';

interface MessageActionsProps {
  message: ViewMessage;
  isLatest: boolean;
  isEditing: boolean;
}

interface FormLinkProps {
  /** The form returns the focus to it. */
  id: string;
  /** Query that opens the form: `?edit=<message>`. */
  to: string;
  icon: Drawing;
  label: string;
  /** Text of the label beside the icon, when the icon alone is unclear and the screen is wide enough. */
  words?: string;
}

/** Actions of a message. The row keeps its space, so that nothing moves when it appears. */
export function MessageActions({ message, isLatest, isEditing }: MessageActionsProps) {
  const { t } = useTranslation('chat');
  const { conversationId, model, models, sendId, isSubmitting, isResting } = useConversation();
  const rest = { className: 'arm-slowly aria-disabled:opacity-50', 'aria-disabled': isResting || undefined };
  const at = { isLatest, isEditing, isSubmitting };
  const send = { clientMessageId: sendId, model };
  // The card of a failed reply has its own next steps and shows the cost.
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
          <span data-copy-message={message.isCreatedByUser ? undefined : ''}>
            <CopyButton text={message.text} feedbackMs={3000} label={t('message.copy')} />
          </span>
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
        {canFork(message) && (
          <ChatForm
            intent="fork"
            conversationId={conversationId}
            fields={{ messageId: message.messageId, clientMessageId: sendId }}
          >
            <IconButton type="submit" size={16} icon={Split} label={t('message.fork')} />
          </ChatForm>
        )}
        {!isSubmitting && (
          <FormLink
            id={`delete-${message.messageId}`}
            to={`?delete=${message.messageId}`}
            icon={Trash2}
            label={t('message.delete')}
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

/** Link that opens a form at a message, so that it works without scripts. */
function FormLink({ id, to, icon, label, words }: FormLinkProps) {
  return (
    <Tooltip text={label}>
      <Link
        id={id}
        to={to}
        preventScrollReset
        replace
        aria-label={label}
        className="control-square inline-flex items-center justify-center gap-1.5 rounded-control px-2 whitespace-nowrap text-text-muted transition-colors hover:bg-surface-sunken hover:text-text"
      >
        <Icon of={icon} />
        {words && <span className="max-sm:hidden">{words}</span>}
      </Link>
    </Tooltip>
  );
}

/** The cost of a reply, as a link to the receipt of its generation. */
function ReceiptCost({ message, costMicro }: { message: ViewMessage; costMicro: string }) {
  const { t } = useTranslation('chat');
  const cost = message.ownKey ? t('message.ownKey') : formatMicro(BigInt(costMicro));
  const { generationId } = message;
  const figure = (
    <data value={costMicro} className="font-mono text-xs text-text-faint tabular-nums">
      {cost}
    </data>
  );
  if (generationId === null)
    return (
      <span title={t('message.cost', { cost })} className="px-1 first:ps-2">
        {figure}
      </span>
    );
  return (
    <Link
      to={`/usage/receipts/${generationId}`}
      title={t('message.receipt')}
      className="control inline-flex min-w-11 items-center justify-center rounded-control px-1 hover:bg-surface-sunken first:ps-2"
    >
      {figure}
      <span className="sr-only">{t('message.receipt')}</span>
    </Link>
  );
}
