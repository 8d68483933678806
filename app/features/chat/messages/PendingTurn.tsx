import { useTranslation } from 'react-i18next';

/** A message that is on its way to the server, and the place where its reply will be. */
export function PendingTurn({ text }: { text: string | null }) {
  const { t } = useTranslation('chat');
  return (
    <>
      {text !== null && (
        <article className="py-3">
          <h2 className="sr-only">{t('message.you')}</h2>
          <div className="flex justify-end">
            <p
              dir="auto"
              className="max-w-[85%] min-w-0 rounded-card bg-surface-sunken px-4 py-2.5 text-md leading-reading break-words whitespace-pre-wrap"
            >
              {text}
            </p>
          </div>
          <div className="mt-1 min-h-9" />
        </article>
      )}
      <div className="py-3">
        <div className="markdown" data-growing>
          <p>
            <span className="sr-only">{t('message.waiting')}</span>
          </p>
        </div>
      </div>
    </>
  );
}
