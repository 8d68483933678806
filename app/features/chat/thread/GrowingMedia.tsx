import type { ReactNode } from 'react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { START_CURSOR, writeCursor } from '#app/contracts/generation.ts';
import type { MediaInProgress } from '#app/contracts/media/making.ts';
import { useConversation } from '#app/features/chat/conversation/conversation-context.ts';
import { useHydrated } from '#app/ui/components/use-hydrated.ts';
import { MediaProgress } from '#app/ui/live/MediaProgress.tsx';
import { usePartial, useProgress } from '#app/ui/live/use-progress.ts';
import { useReply } from '#app/ui/live/use-reply.ts';
import { useStoredReply } from './GrowingReply.tsx';

interface GrowingProps {
  making: MediaInProgress;
  generationId: string;
}

/**
 * An image or a video in progress, in the space that the result will take: the progress comes through the
 * browser's stream, or without scripts in a frame.
 */
export function GrowingMedia(props: GrowingProps) {
  const { t } = useTranslation('chat');
  const { making, generationId } = props;
  if (useHydrated()) return <LiveMedia {...props} />;
  return (
    <Room making={making}>
      <iframe
        src={`/replies/${generationId}/frame?from=${writeCursor(START_CURSOR)}`}
        title={t('message.frame')}
        sandbox="allow-same-origin allow-forms allow-top-navigation allow-popups allow-popups-to-escape-sandbox"
        className="size-full"
      />
    </Room>
  );
}

const NOTHING_YET = { text: '', thinking: '', cursor: START_CURSOR };

function LiveMedia({ making, generationId }: GrowingProps) {
  const { t } = useTranslation('chat');
  const { end } = useReply(generationId, NOTHING_YET);
  useStoredReply(end !== null);
  const conversation = useConversation();
  const { kind, isQueued } = making;
  // The press on Stop counts at once, before the server has passed it on.
  const isStopping = making.isStopping || conversation.isStopping;
  const percent = useProgress(generationId, making.donePercent);
  const partial = usePartial(generationId, making.partial);
  const words = isStopping
    ? t('making.stopping')
    : t(isQueued && percent === null && !partial ? 'making.queued' : `making.${kind}`);
  return (
    <Room making={making}>
      <MediaProgress words={words} percent={percent} partial={partial} />
    </Room>
  );
}

/** As large as the result with its row of actions, so that nothing moves when it arrives. */
function Room({ making: { kind, shape }, children }: { making: MediaInProgress; children: ReactNode }) {
  const { width, height } = shape;
  return (
    <div className="flex flex-col gap-1">
      <div
        className={`relative overflow-hidden rounded-card border border-line bg-surface-sunken ${kind === 'image' ? 'max-w-96' : 'max-w-xl'}`}
      >
        <svg
          aria-hidden
          width={width}
          height={height}
          viewBox={`0 0 ${width} ${height}`}
          className="h-auto max-h-[70dvh] w-full"
        />
        <div className="absolute inset-0">{children}</div>
      </div>
      <div aria-hidden className="control" />
    </div>
  );
}
