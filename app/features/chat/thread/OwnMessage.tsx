import { useTranslation } from '#app/ui/i18n/translation.ts';
import { useConversation } from '#app/features/chat/conversation/conversation-context.ts';
import { TypedText } from '#app/ui/markdown/TypedText.tsx';
import { lazyPart } from '#app/ui/fetch/lazy-part.tsx';
import { Folded } from './Folded.tsx';

const MessageImages = lazyPart(
  'message-pictures',
  async () => (await import('./MessageImages.tsx')).MessageImages,
);

interface OwnMessageProps {
  text: string;
  /** Its files: ids, with names when they are known. */
  files: readonly { file_id: string; filename?: string; duration?: number | null }[];
  /** Number of its files that were deleted since. */
  deleted?: number;
}

/** A user's message: files, and the text on a soft card at the end side. */
export function OwnMessage({ text, files, deleted = 0 }: OwnMessageProps) {
  return (
    <>
      {(files.length > 0 || deleted > 0) && (
        // Reserves one row, so that nothing moves.
        <MessageImages files={files} deleted={deleted} fallback={<div className="mb-1 h-36 max-sm:h-28" />} />
      )}
      <div className="flex justify-end">
        <div className="max-w-[85%] min-w-0 rounded-card bg-surface-sunken px-4 py-2.5">
          <Folded text={text}>
            <TypedText text={text} />
          </Folded>
        </div>
      </div>
    </>
  );
}

/** A message on its way to the server with the ids of its files, and the place of its reply. */
export function PendingTurn({ text, files }: { text: string | null; files: readonly string[] }) {
  const { t } = useTranslation('chat');
  const { model, models } = useConversation();
  const name = models.find(({ id }) => id === model)?.name;
  return (
    <>
      {text !== null && (
        <article className="py-3">
          <h2 className="sr-only">{t('message.you')}</h2>
          <OwnMessage text={text} files={files.map((id) => ({ file_id: id }))} />
          <div className="control mt-1" />
        </article>
      )}
      <div className="py-3">
        {name && (
          <p className="mb-1 text-sm font-semibold">
            <bdi>{name}</bdi>
          </p>
        )}
        <div className="markdown" data-growing>
          <p>
            <span className="sr-only">{t('message.waiting')}</span>
          </p>
        </div>
      </div>
    </>
  );
}
