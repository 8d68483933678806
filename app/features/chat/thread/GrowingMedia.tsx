import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { START_CURSOR, writeCursor } from '#app/contracts/generation.ts';
import type { MediaInProgress } from '#app/contracts/media/making.ts';
import { useConversation } from '#app/features/chat/conversation/conversation-context.ts';
import { ProgressBar } from '#app/ui/components/ProgressBar.tsx';
import { useHydrated } from '#app/ui/components/use-hydrated.ts';
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
  if (partial)
    return (
      <Room making={making}>
        <img {...partial} alt={t('making.partial')} className="size-full object-cover" />
        <div className="absolute inset-x-0 bottom-0 bg-surface/90 px-3 py-2 text-center text-sm text-balance text-text-muted">
          <p className="mb-1.5">{words}</p>
          <ProgressBar label={words} percent={percent} />
        </div>
      </Room>
    );
  return (
    <Room making={making}>
      <div className="flex size-full flex-col items-center justify-center gap-3 p-4 text-center text-sm text-balance text-text-muted">
        <p>{words}</p>
        <ProgressBar label={words} percent={percent} className="max-w-40" />
        {/* Its line stays free until the progress is known. */}
        <p className="min-h-lh tabular-nums">{percent !== null && t('making.percent', { percent })}</p>
      </div>
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
