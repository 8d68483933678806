import { lazy, Suspense, useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { START_CURSOR } from '#app/contracts/generation.ts';
import { useHydrated } from '#app/ui/components/use-hydrated.ts';
import { useReply } from '#app/ui/live/use-reply.ts';
import { markdownLabels } from '../markdown/labels.ts';
import { useReload } from '../screen/use-reload.ts';
import { ReplyError } from './ReplyError.tsx';
import { Thinking } from './Thinking.tsx';
import type { ViewMessage } from './view-message.ts';

/** How long a reply that has ended may wait for the page to be read again, before it asks for it. */
const STORED_AFTER_MS = 500;

const GrowingMarkdown = lazy(() => import('../markdown/GrowingMarkdown.tsx'));

/**
 * A reply while it is written: through the browser's stream, or without scripts in a frame of fixed height
 * that grows by itself. The frame leaves when the script arrives.
 */
export function GrowingReply({ message, generationId }: { message: ViewMessage; generationId: string }) {
  const { t } = useTranslation('chat');
  if (useHydrated()) return <LiveText message={message} generationId={generationId} />;
  return (
    <iframe
      src={`/replies/${generationId}/frame`}
      title={t('message.frame')}
      sandbox="allow-same-origin allow-top-navigation allow-popups allow-popups-to-escape-sandbox"
      className="h-80 w-full"
    />
  );
}

function LiveText({ message, generationId }: { message: ViewMessage; generationId: string }) {
  const { t } = useTranslation('chat');
  const labels = useMemo(() => markdownLabels(t), [t]);
  const initial = { text: message.text, thinking: message.thinking ?? '', cursor: START_CURSOR };
  const { text, thinking, state, end } = useReply(generationId, initial);
  useStoredReply(end !== null);
  return (
    <>
      {thinking && <Thinking text={thinking} />}
      <div className="markdown" data-growing={state === 'running' || undefined}>
        {text === '' && state === 'running' && (
          <p className="text-text-muted">
            <span className="sr-only">{t('message.waiting')}</span>
          </p>
        )}
        <Suspense fallback={<p className="whitespace-pre-wrap">{text}</p>}>
          <GrowingMarkdown text={text} labels={labels} idPrefix={message.messageId} />
        </Suspense>
      </div>
      {end?.errorCode && <ReplyError code={end.errorCode} detail={end.errorDetail} />}
    </>
  );
}

/**
 * Reads the page again until it brings the stored reply in place of this one. An event says so as well, but it
 * may come before anybody listens: a short reply can end while the page that shows it is on its way.
 */
function useStoredReply(hasEnded: boolean): void {
  const reload = useReload();
  useEffect(() => {
    if (!hasEnded) return;
    const timer = setInterval(reload, STORED_AFTER_MS);
    return () => clearInterval(timer);
  }, [hasEnded, reload]);
}
