import { useTranslation } from 'react-i18next';
import { useConversation } from './conversation-context.ts';
import { OwnMessage } from './OwnMessage.tsx';

/** A message that is on its way to the server with the ids of its pictures, and the place where its reply will be. */
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
