import { memo, useEffect, useMemo } from 'react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { START_CURSOR, writeCursor, type ReplyCursor } from '#app/contracts/generation.ts';
import { GrowingText, PlainText } from '#app/ui/markdown/GrowingText.tsx';
import { markdownLabels } from '#app/ui/markdown/labels.ts';
import { useReload } from '#app/ui/live/use-reload.ts';
import { useHydrated } from '#app/ui/components/use-hydrated.ts';
import { lazyPart } from '#app/ui/fetch/lazy-part.tsx';
import { useReply } from '#app/ui/live/use-reply.ts';
import type { ViewMessage } from './view-message.ts';

interface GrowingProps {
  message: ViewMessage;
  generationId: string;
}

const Thoughts = lazyPart('thoughts', async () => (await import('./Thoughts.tsx')).Thoughts);

/**
 * Thoughts of the model before its answer; the script loads with the first message that has them, into the
 * reserved space of its line.
 */
export const Thinking = memo(function Thinking({ text }: { text: string }) {
  return <Thoughts text={text} fallback={<div className="mb-2 control" />} />;
});

/** Time in milliseconds that an ended reply waits for a reload of the page before it requests one. */
const STORED_AFTER_MS = 500;

/**
 * A reply while it is written: through the browser's stream, or without scripts in a frame of fixed height
 * that grows independently, below the blocks that were complete when the page was made. The frame disappears
 * when the script arrives.
 */
export function GrowingReply({ message, generationId }: GrowingProps) {
  const { t } = useTranslation('chat');
  const { thinking, html, soFar } = message;
  const cursor = soFar?.cursor ?? START_CURSOR;
  if (useHydrated()) return <LiveText message={message} generationId={generationId} cursor={cursor} />;
  const from = writeCursor({ number: 0, text: soFar?.shown ?? 0, thinking: cursor.thinking });
  return (
    <>
      {thinking && <Thinking text={thinking} />}
      <MessageText html={html} />
      <iframe
        src={`/replies/${generationId}/frame?from=${from}`}
        title={t('message.frame')}
        sandbox="allow-same-origin allow-forms allow-top-navigation allow-popups allow-popups-to-escape-sandbox"
        className="h-80 w-full"
      />
    </>
  );
}

function LiveText({ message, generationId, cursor }: GrowingProps & { cursor: ReplyCursor }) {
  const { t } = useTranslation('chat');
  const labels = useMemo(() => markdownLabels(t), [t]);
  const initial = { text: message.text, thinking: message.thinking ?? '', cursor };
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
        <GrowingText
          text={text}
          labels={labels}
          idPrefix={message.messageId}
          fallback={
            <>
              <MessageText html={message.html} />
              <PlainText text={text.slice(message.soFar?.shown ?? 0)} />
            </>
          }
        />
      </div>
    </>
  );
}

/**
 * The text of a reply as HTML. It comes from our own Markdown renderer, which lets no raw HTML, script or
 * foreign address through; nothing else in the chat inserts HTML into the page.
 */
export function MessageText({ html }: { html: string | null }) {
  if (html === null) return null;
  return <div className="markdown" dangerouslySetInnerHTML={{ __html: html }} />;
}

/**
 * Reloads the page until it contains the stored reply in place of this one. An event reports the end too, but
 * may come before the page listens: a short reply can end while its page is loading.
 */
export function useStoredReply(hasEnded: boolean): void {
  const reload = useReload();
  useEffect(() => {
    if (!hasEnded) return;
    const timer = setInterval(reload, STORED_AFTER_MS);
    return () => clearInterval(timer);
  }, [hasEnded, reload]);
}
