import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { START_CURSOR, writeCursor } from '#app/contracts/generation.ts';
import { formatMicro } from '#app/contracts/money.ts';
import type { Output } from '#app/contracts/playground/playground.ts';
import type { CellView } from '#app/features/playground/playground-data.ts';
import { useHydrated } from '#app/ui/components/use-hydrated.ts';
import { MediaProgress } from '#app/ui/live/MediaProgress.tsx';
import { usePartial, useProgress } from '#app/ui/live/use-progress.ts';
import { useReply } from '#app/ui/live/use-reply.ts';
import { Figure, seconds } from './CellFigures.tsx';

const TICK_MS = 1000;

/** Rough number of letters per token: figures of a growing answer are marked as estimates. */
const TOKEN_LETTERS = 4;

/** Shape of most videos, when the user has chosen no other. */
const VIDEO_SHAPE = 16 / 9;

const PICO_PER_MICRO = 1_000_000n;

interface GrowingCellProps {
  cell: CellView;
  output: Output | null;
  /** Width divided by height, when it was chosen. */
  shape: number | null;
  hasFrame: boolean;
  /** Called repeatedly after the end, until the page has the stored answer. */
  onEnd: () => void;
}

/** An answer while it is written: through the browser's stream, or without scripts in a frame. */
export function GrowingCell(props: GrowingCellProps) {
  const { t } = useTranslation(['playground', 'chat']);
  const { cell, output, hasFrame } = props;
  if (useHydrated()) return <LiveCell {...props} />;
  if (!hasFrame) {
    const words = isStopRequested(props)
      ? t('chat:making.stopping')
      : t(`playground:reload.${output ?? 'text'}`);
    if (!isMedia(output)) return <p className="text-text-muted">{words}</p>;
    return (
      <Room {...props}>
        <MediaProgress words={words} percent={cell.donePercent} partial={null} />
      </Room>
    );
  }
  const from = writeCursor(START_CURSOR);
  return (
    <iframe
      src={`/replies/${cell.generationId}/frame?from=${from}`}
      title={t('playground:frame')}
      sandbox="allow-same-origin allow-forms allow-top-navigation allow-popups allow-popups-to-escape-sandbox"
      className="h-64 w-full"
    />
  );
}

const isMedia = (output: Output | null) => output === 'image' || output === 'video';

/** Returns whether a stop was requested for a job; a text ends when it is stopped. */
const isStopRequested = ({ cell, output }: Pick<GrowingCellProps, 'cell' | 'output'>) =>
  cell.isStopping && output !== 'text';

function LiveCell({ cell, output, shape, onEnd }: GrowingCellProps) {
  const { t } = useTranslation(['playground', 'chat']);
  const initial = { text: cell.text, thinking: '', cursor: cell.cursor ?? START_CURSOR };
  const { text, end } = useReply(cell.generationId, initial);
  const done = useProgress(cell.generationId, cell.donePercent);
  const partial = usePartial(cell.generationId, cell.partial);
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(Date.now());
      if (end) onEnd();
    }, TICK_MS);
    if (end) onEnd();
    return () => clearInterval(timer);
  }, [end, onEnd]);
  const begunAt = Date.parse(cell.createdAt);
  const waited = Math.floor(Math.max(0, now - begunAt) / TICK_MS);
  const words = isStopRequested({ cell, output })
    ? t('chat:making.stopping')
    : t(`generating.${output ?? 'text'}`, { count: waited });
  return (
    <>
      {isMedia(output) ? (
        <Room output={output} shape={shape}>
          <MediaProgress words={words} label={t('progress')} percent={done} partial={partial} />
        </Room>
      ) : (
        <p className="text-sm text-text-muted tabular-nums">{words}</p>
      )}
      {output !== 'text' && cell.inputMicro !== null && (
        <dl className="mt-2 text-xs text-text-muted tabular-nums">
          <Figure name={t('figure.cost')}>≤ {formatMicro(BigInt(cell.inputMicro))}</Figure>
        </dl>
      )}
      {text !== '' && (
        <>
          <div className="markdown mt-2">
            <p dir="auto" className="plain-text">
              {text}
            </p>
          </div>
          {cell.by && <LiveFigures cell={cell} letters={text.length} now={now} />}
        </>
      )}
    </>
  );
}

/** Estimated figures of an answer while it grows, from its first letter on. */
function LiveFigures({ cell, letters, now }: { cell: CellView; letters: number; now: number }) {
  const { t } = useTranslation('playground');
  const [firstAt] = useState(() => Date.now());
  const { inputMicro, outputPico, createdAt } = cell;
  const tokens = Math.ceil(letters / TOKEN_LETTERS);
  const micro =
    inputMicro === null || outputPico === null
      ? null
      : BigInt(inputMicro) + (BigInt(outputPico) * BigInt(tokens)) / PICO_PER_MICRO;
  const speed = now <= firstAt ? null : Math.round((tokens * 1000) / (now - firstAt));
  return (
    <dl className="mt-2 flex flex-wrap gap-x-4 text-xs text-text-muted tabular-nums">
      {micro !== null && <Figure name={t('figure.cost')}>≈ {formatMicro(micro)}</Figure>}
      <Figure name={t('figure.first')}>≈ {seconds(Math.max(0, firstAt - Date.parse(createdAt)))}</Figure>
      {speed !== null && <Figure name={t('figure.speed')}>≈ {t('perSecond', { count: speed })}</Figure>}
    </dl>
  );
}

/** Space of the shape that most results have, so that nothing moves when one arrives. */
function Room({
  output,
  shape,
  children,
}: Pick<GrowingCellProps, 'output' | 'shape'> & { children: ReactNode }) {
  const aspectRatio = shape ?? (output === 'video' ? VIDEO_SHAPE : 1);
  return (
    <div
      style={{ aspectRatio, maxWidth: `min(24rem, ${24 * aspectRatio}rem)` }}
      className="relative w-full overflow-hidden rounded-control bg-surface-sunken"
    >
      {children}
    </div>
  );
}
