import { Link } from '@remix-run/react';
import { memo } from 'react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { modelHref } from '#app/contracts/catalogue/model-href.ts';
import { lazyPart } from '#app/ui/fetch/lazy-part.tsx';
import { useConversation } from '#app/features/chat/conversation/conversation-context.ts';
import { OwnMessage } from './OwnMessage.tsx';
import { ReplyBody } from './ReplyBody.tsx';
import type { ViewMessage } from './view-message.ts';

// A new chat has no messages yet.
const MessageActions = lazyPart(
  'message-actions',
  async () => (await import('./MessageActions.tsx')).MessageActions,
);
const Suggestions = lazyPart('suggestions', async () => (await import('./Suggestions.tsx')).Suggestions);
const OpenForm = lazyPart('open-form', async () => (await import('./OpenForm.tsx')).OpenForm);

/**
 * One turn: the user's message on a soft card at the end side, or a reply in the full width of the column.
 */
export const MessageItem = memo(function MessageItem({
  message,
  isLatest,
  isFound,
}: {
  message: ViewMessage;
  isLatest: boolean;
  /** A search has led to it. */
  isFound: boolean;
}) {
  const { t } = useTranslation('chat');
  const { openForm, openId, isSubmitting } = useConversation();
  const form = openId === message.messageId ? openForm : undefined;
  const isEditing = form === 'edit';
  const isOwn = message.isCreatedByUser;
  return (
    <article
      id={`m-${message.messageId}`}
      // Receives the focus when the box is disabled.
      {...(isLatest && { tabIndex: -1, 'data-focus-home': '' })}
      className={`message-item -mx-1 rounded-control px-1 py-3 outline-none ${isFound ? 'bg-accent-soft' : ''}`}
    >
      <h2
        title={isOwn ? undefined : (message.model ?? undefined)}
        className={isOwn ? 'sr-only' : 'mb-1 w-fit text-sm font-semibold'}
      >
        {isOwn || message.model === null ? (
          <bdi>{isOwn ? t('message.you') : message.signature}</bdi>
        ) : (
          <Link
            to={modelHref(message.model)}
            // As high as a pressable target, without moving the reply away from its name.
            className="-my-2 control inline-flex min-w-11 items-center hover:underline"
          >
            <bdi>{message.signature}</bdi>
          </Link>
        )}
      </h2>
      {isEditing ? (
        <OpenForm message={message} form={form} fallback={<MessageBody message={message} />} />
      ) : (
        <MessageBody message={message} />
      )}
      <MessageActions
        message={message}
        isLatest={isLatest}
        isEditing={isEditing}
        fallback={<div className="mt-1 control" />}
      />
      {isLatest && message.suggestions[0] && <Suggestions message={message} />}
      {form && !isEditing && !isSubmitting && <OpenForm message={message} form={form} />}
    </article>
  );
});

function MessageBody({ message }: { message: ViewMessage }) {
  const { isCreatedByUser, text, files, deletedFiles } = message;
  return isCreatedByUser ? (
    <OwnMessage text={text} files={files} deleted={deletedFiles} />
  ) : (
    <ReplyBody message={message} />
  );
}
