import { useTranslation } from '#app/ui/i18n/translation.ts';
import { lazyPart } from '#app/ui/fetch/lazy-part.tsx';
import { GrowingReply, MessageText, Thinking } from './GrowingReply.tsx';
import type { ViewMessage } from './view-message.ts';

const MadeReply = lazyPart('made-reply', async () => (await import('./MadeReply.tsx')).MadeReply);
const FailedReply = lazyPart('failed-reply', async () => (await import('./FailedReply.tsx')).FailedReply);

/**
 * A reply: growing, complete, stopped, cut off or failed; above it, a note about content that its model did
 * not get.
 */
export function ReplyBody({ message }: { message: ViewMessage }) {
  const { t } = useTranslation('chat');
  return (
    <>
      {message.omittedMessages > 0 && (
        <p className="mb-2 text-sm text-text-muted">
          {t('message.omitted', { count: message.omittedMessages })}
        </p>
      )}
      {message.omittedPictures > 0 && (
        <p className="mb-2 text-sm text-text-muted">
          {t('message.omittedPictures', { count: message.omittedPictures })}
        </p>
      )}
      <ReplyContent message={message} />
    </>
  );
}

function ReplyContent({ message }: { message: ViewMessage }) {
  const { t } = useTranslation('chat');
  const { making, files, deletedFiles } = message;
  const made = (making || files.length > 0 || deletedFiles > 0) && <MadeReply message={message} />;
  if (making) return made;
  if (message.submitting && message.generationId) {
    return <GrowingReply message={message} generationId={message.generationId} />;
  }
  const isEmpty = message.text === '' && !message.thinking && !made;
  return (
    <>
      {message.thinking && <Thinking text={message.thinking} />}
      <MessageText html={message.html} />
      {made}
      {message.errorCode && <FailedReply message={message} />}
      {message.unfinished && !message.errorCode && (
        <p className="mt-2 text-sm text-text-muted">{t('message.unfinished')}</p>
      )}
      {message.cancelled && (
        <p className="mt-2 text-sm text-text-muted">
          {t(isEmpty && BigInt(message.costMicro ?? 0) > 0n ? 'message.stoppedEmpty' : 'message.stopped')}
        </p>
      )}
      {isEmpty && !message.cancelled && <EmptyReplyNote reason={message.finish_reason} />}
    </>
  );
}

/** Explains why a complete reply has no text. */
function EmptyReplyNote({ reason }: { reason: string | null }) {
  const { t } = useTranslation('chat');
  if (!reason || reason === 'incomplete') return null;
  const noteKey =
    reason === 'length' ? 'cappedEmpty' : reason === 'content_filter' ? 'declinedEmpty' : 'endedEmpty';
  return <p className="mt-2 text-sm text-text-muted">{t(`message.${noteKey}`)}</p>;
}
