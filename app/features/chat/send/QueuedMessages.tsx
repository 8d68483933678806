import { Link } from '@remix-run/react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import type { QueuedView } from '#app/contracts/queued-message.ts';
import { ChatForm } from '#app/features/chat/conversation/ChatForm.tsx';
import { useConversation } from '#app/features/chat/conversation/conversation-context.ts';
import { EditFields } from '#app/features/chat/conversation/EditFields.tsx';
import { useErrorWords } from '#app/features/chat/conversation/use-answer.ts';
import { Button } from '#app/ui/components/button/Button.tsx';
import { IconButton } from '#app/ui/components/button/IconButton.tsx';
import { Icon } from '#app/ui/components/Icon.tsx';
import { ErrorSentence } from '#app/ui/errors/ErrorSentence.tsx';
import { ArrowUp, Paperclip, Pencil, Trash2 } from '#app/ui/icons/lucide.ts';

interface QueuedMessagesProps {
  queue: readonly QueuedView[];
  /** The message whose form is open; its text is complete. */
  editedId: string | null;
}

/** The messages that wait for the end of the running reply, above the text box; the next one first. */
export function QueuedMessages({ queue, editedId }: QueuedMessagesProps) {
  const { t } = useTranslation('chat');
  return (
    <section aria-label={t('queue.label')} className="mx-auto w-full max-w-reading px-4 pb-2">
      <ol className="max-h-[30dvh] divide-y divide-line overflow-y-auto rounded-card border border-line bg-surface-raised">
        {queue.map((message) => (
          <li key={message.queuedId} className="py-1 ps-4 pe-1">
            {message.queuedId === editedId && message.state !== 'sending' ? (
              <EditForm message={message} />
            ) : (
              <Row message={message} />
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

function Row({ message }: { message: QueuedView }) {
  const { t } = useTranslation('chat');
  const { models } = useConversation();
  const { text, files, endpoint, model, state } = message;
  const ofModel = models.filter((one) => one.model === model);
  const name = (ofModel.find((one) => one.endpoint === endpoint) ?? ofModel[0])?.name ?? model;
  return (
    <div className="flex items-center gap-2">
      <div className="min-w-0 grow py-1">
        <p className="truncate text-sm">
          <bdi>{text}</bdi>
        </p>
        <p className="flex items-center gap-1.5 truncate text-xs text-text-muted">
          <bdi className="truncate">{name}</bdi>
          {files.length > 0 && (
            <span className="inline-flex shrink-0 items-center gap-0.5 tabular-nums">
              <Icon of={Paperclip} size={16} />
              {files.length}
            </span>
          )}
          {(state === 'next' || state === 'sending') && (
            <span className="shrink-0">· {t(state === 'next' ? 'queue.next' : 'queue.sending')}</span>
          )}
        </p>
        {message.reason !== null && <Reason message={message} />}
      </div>
      {state !== 'sending' && <Actions message={message} />}
    </div>
  );
}

/** Tells why a message is held. */
function Reason({ message: { reason, reasonParams } }: { message: QueuedView }) {
  const { t } = useTranslation('chat');
  const words = useErrorWords();
  if (reason === null) return null;
  if (reason === 'reply_stopped' || reason === 'reply_failed' || reason === 'files_deleted')
    return <p className="text-xs text-warn">{t(`queue.reason.${reason}`)}</p>;
  const { sentence, to } = words({ code: reason, params: reasonParams, message: null, param: null });
  return (
    <p className="text-xs text-warn">
      {t('composer.notSent')} <ErrorSentence sentence={sentence} to={to} />
    </p>
  );
}

function Actions({ message: { queuedId } }: { message: QueuedView }) {
  const { t } = useTranslation('chat');
  const { conversationId, isSubmitting } = useConversation();
  const fields = { queuedId };
  return (
    <div className="flex shrink-0 items-center">
      <ChatForm intent="queue-send" conversationId={conversationId} fields={fields}>
        <IconButton
          type="submit"
          icon={ArrowUp}
          label={t(isSubmitting ? 'queue.stopAndSend' : 'queue.send')}
          size={16}
        />
      </ChatForm>
      <Link
        to={`?queued=${queuedId}`}
        replace
        preventScrollReset
        title={t('queue.edit')}
        aria-label={t('queue.edit')}
        className="grid control-square place-items-center rounded-control text-text-muted transition-colors hover:bg-surface-sunken hover:text-text"
      >
        <Icon of={Pencil} size={16} />
      </Link>
      <ChatForm intent="queue-remove" conversationId={conversationId} fields={fields}>
        <IconButton type="submit" icon={Trash2} label={t('queue.remove')} size={16} />
      </ChatForm>
    </div>
  );
}

function EditForm({ message: { queuedId, text } }: { message: QueuedView }) {
  const { t } = useTranslation('chat');
  const { conversationId, closeForm } = useConversation();
  return (
    <ChatForm
      intent="queue-edit"
      conversationId={conversationId}
      fields={{ queuedId }}
      onDone={closeForm}
      className="flex flex-col gap-2 py-2 pe-3"
    >
      <EditFields text={text} label={t('queue.text')} className="max-h-[20dvh]">
        <Button>{t('message.save')}</Button>
      </EditFields>
    </ChatForm>
  );
}
