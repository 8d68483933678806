import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { START_CURSOR, writeCursor } from '#app/contracts/generation.ts';
import type { Output } from '#app/contracts/playground/playground.ts';
import type { CellView } from '#app/features/playground/playground-data.ts';
import { useHydrated } from '#app/ui/components/use-hydrated.ts';
import { MediaProgress } from '#app/ui/live/MediaProgress.tsx';
import { usePartial, useProgress } from '#app/ui/live/use-progress.ts';
import { useReply } from '#app/ui/live/use-reply.ts';
import { GrowingText } from '#app/ui/markdown/GrowingText.tsx';
import { markdownLabels } from '#app/ui/markdown/labels.ts';
import type { LiveFigures } from './CellFigures.tsx';
import { CellParts } from './CellParts.tsx';
import { MediaBox, MediaBoxes } from './MediaBox.tsx';

const TICK_MS = 1000;

/** Rough number of letters per token: figures of a growing answer are marked as estimates. */
const TOKEN_LETTERS = 4;

interface GrowingCellProps {
  cell: CellView;
  output: Output | null;
  /** Width divided by height of the boxes of its images and videos. */
  shape: number;
  /** The number of its images. */
  count: number;
  hasFrame: boolean;
  /** The form that stops it; null when that was requested. */
  stop: ReactNode;
  /** Earlier answers in the same cell. */
  children: ReactNode;
  /** Called repeatedly after the end, until the page has the stored answer. */
  onEnd: () => void;
}

/** An answer while it is written: through the browser's stream, or without scripts in a frame. */
export function GrowingCell(props: GrowingCellProps) {
  const { t } = useTranslation(['playground', 'chat']);
  const { cell, output, shape, count, hasFrame, stop, children } = props;
  if (useHydrated()) return <LiveCell {...props} />;
  const words = isStopRequested(props)
    ? t('chat:making.stopping')
    : t(`playground:reload.${output ?? 'text'}`);
  const from = writeCursor(START_CURSOR);
  return (
    <CellParts
      cell={cell}
      output={output}
      footer={
        <>
          {!hasFrame && !isMedia(output) && <Words>{words}</Words>}
          {/* A frame has a button of its own. */}
          {hasFrame ? <span className="noscript:hidden">{stop}</span> : stop}
        </>
      }
    >
      {hasFrame ? (
        <iframe
          src={`/replies/${cell.generationId}/frame?from=${from}`}
          title={t('playground:frame')}
          sandbox="allow-same-origin allow-forms allow-top-navigation allow-popups allow-popups-to-escape-sandbox"
          className="h-64 w-full"
        />
      ) : (
        isMedia(output) && (
          <Unfinished shape={shape} count={count}>
            <MediaProgress words={words} percent={cell.donePercent} partial={null} />
          </Unfinished>
        )
      )}
      {children}
    </CellParts>
  );
}

const isMedia = (output: Output | null) => output === 'image' || output === 'video';

/** Returns whether a stop was requested for a job; a text ends when it is stopped. */
const isStopRequested = ({ cell, output }: Pick<GrowingCellProps, 'cell' | 'output'>) =>
  cell.isStopping && isMedia(output);

function LiveCell({ cell, output, shape, count, stop, children, onEnd }: GrowingCellProps) {
  const { t } = useTranslation(['playground', 'chat']);
  const { t: chat } = useTranslation('chat');
  const labels = useMemo(() => markdownLabels(chat), [chat]);
  const initial = { text: cell.text, thinking: '', cursor: cell.cursor ?? START_CURSOR };
  const { text, end } = useReply(cell.generationId, initial);
  const done = useProgress(cell.generationId, cell.donePercent);
  const partial = usePartial(cell.generationId, cell.partial);
  const now = useTicks(end !== null, onEnd);
  const live = useLiveFigures(cell, text, now);
  const waited = Math.floor(live.elapsedMs / 1000);
  const words = isStopRequested({ cell, output })
    ? t('chat:making.stopping')
    : t(`playground:generating.${output ?? 'text'}`, { count: waited });
  return (
    <CellParts
      cell={cell}
      output={output}
      live={live}
      footer={
        <>
          {!isMedia(output) && <Words>{words}</Words>}
          {stop}
        </>
      }
    >
      {!isMedia(output) ? (
        <div className="markdown" data-growing>
          {text !== '' && <GrowingText text={text} labels={labels} idPrefix={cell.id} />}
        </div>
      ) : (
        <Unfinished shape={shape} count={count}>
          <MediaProgress words={words} label={t('playground:progress')} percent={done} partial={partial} />
        </Unfinished>
      )}
      {children}
    </CellParts>
  );
}

/** Returns the time, every second; after the end it calls `onEnd` as often. */
function useTicks(hasEnded: boolean, onEnd: () => void): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(Date.now());
      if (hasEnded) onEnd();
    }, TICK_MS);
    if (hasEnded) onEnd();
    return () => clearInterval(timer);
  }, [hasEnded, onEnd]);
  return now;
}

/**
 * Estimates the figures of an answer while it grows, from the first letter that this page has seen: a page that opens
 * later does not know the time to the first token.
 */
function useLiveFigures({ text: known, createdAt }: CellView, text: string, now: number): LiveFigures {
  const [isWhole] = useState(known === '');
  const [first, setFirst] = useState<{ at: number; letters: number } | null>(null);
  const letters = text.length;
  const hasBegun = letters > 0;
  const shown = useRef(letters);
  useEffect(() => {
    shown.current = letters;
  });
  useEffect(() => {
    if (!hasBegun) return;
    const at = Date.now();
    const timer = setTimeout(() => setFirst({ at, letters: shown.current }));
    return () => clearTimeout(timer);
  }, [hasBegun]);
  const begunAt = Date.parse(createdAt);
  const grown = first === null ? 0 : letters - first.letters;
  return {
    firstTokenMs: first && isWhole ? Math.max(0, first.at - begunAt) : null,
    tokensPerSecond:
      first === null || grown <= 0 || now <= first.at
        ? null
        : (grown / TOKEN_LETTERS) * (1000 / (now - first.at)),
    elapsedMs: Math.max(0, now - begunAt),
  };
}

interface UnfinishedProps {
  shape: number;
  count: number;
  /** The state of the work. */
  children: ReactNode;
}

/** The boxes of images or of a video before they are there; the first one shows the state of the work. */
function Unfinished({ shape, count, children }: UnfinishedProps) {
  return (
    <MediaBoxes count={count}>
      {Array.from({ length: count }, (_, index) => (
        <MediaBox key={index} shape={shape}>
          {index === 0 && <div className="relative size-full">{children}</div>}
        </MediaBox>
      ))}
    </MediaBoxes>
  );
}

function Words({ children }: { children: ReactNode }) {
  return <p className="min-w-0 grow px-2 text-sm text-text-muted tabular-nums">{children}</p>;
}
