import { useState, type PointerEvent, type ReactNode } from 'react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { useHydrated } from '#app/ui/components/use-hydrated.ts';
import { bandOf, bucketAt, short } from './places.ts';
import { GROUNDS, type Series } from './series.ts';

interface ChartCursorProps {
  title: string;
  names: readonly string[];
  series: readonly Series[];
  children: ReactNode;
}

/** Outside of these percentages of the width the card is placed on one side of its bucket. */
const NEAR_START = 25;
const NEAR_END = 75;

/**
 * Shows the values of one bucket over a chart. An invisible range input covers the chart: arrow keys and a
 * finger move it, and a screen reader announces its position. It needs scripts.
 */
export function ChartCursor({ title, names, series, children }: ChartCursorProps) {
  const { t } = useTranslation('charts');
  const [at, setAt] = useState<number | null>(null);
  const count = names.length;
  const follow = ({ clientX, currentTarget }: PointerEvent<HTMLDivElement>) => {
    const { x, width } = currentTarget.getBoundingClientRect();
    setAt(bucketAt((clientX - x) / width, count));
  };
  const isLive = useHydrated() && count > 1;
  const last = count - 1;
  // The index may be too large after a change to a range with fewer buckets.
  const index = at === null ? null : Math.min(at, last);
  return (
    <div
      className="relative rounded-control has-focus-visible:outline-2 has-focus-visible:outline-offset-4 has-focus-visible:outline-accent"
      onPointerMove={isLive ? follow : undefined}
      onPointerDown={isLive ? follow : undefined}
      onPointerLeave={() => setAt(null)}
    >
      {children}
      {isLive && (
        <input
          type="range"
          min={0}
          max={last}
          value={index ?? last}
          aria-label={t('browse', { title })}
          aria-valuetext={spoken(index ?? last, names, series)}
          onChange={({ target }) => setAt(Number(target.value))}
          onFocus={() => setAt(index ?? last)}
          onBlur={() => setAt(null)}
          className="absolute inset-0 m-0 h-full w-full cursor-crosshair touch-pan-y opacity-0"
        />
      )}
      {isLive && index !== null && <Figures index={index} names={names} series={series} />}
    </div>
  );
}

function spoken(index: number, names: readonly string[], series: readonly Series[]): string {
  return [names[index], ...series.map(({ name, texts }) => `${name} ${texts[index]}`)].join(', ');
}

/** The card of one bucket, and the line that marks the bucket. */
function Figures({ index, names, series }: { index: number } & Pick<ChartCursorProps, 'names' | 'series'>) {
  const { centre } = bandOf(index, names.length);
  const side = centre < NEAR_START ? '' : centre > NEAR_END ? '-translate-x-full' : '-translate-x-1/2';
  const style = { insetInlineStart: `${short(centre)}%` };
  return (
    <div aria-hidden className="pointer-events-none">
      <span style={style} className="absolute inset-y-0 w-px bg-line-strong" />
      <div
        style={style}
        className={`absolute bottom-full z-10 mb-1 w-max rounded-control border border-line bg-surface-raised px-2.5 py-1.5 text-xs text-text shadow-float ${side}`}
      >
        <p className="font-medium">
          <bdi>{names[index]}</bdi>
        </p>
        {series.map(({ name, tone, texts }) => (
          <p key={name} className="flex items-center gap-1.5">
            <span className={`size-2 rounded-full ${GROUNDS[tone]}`} />
            <bdi className="text-text-muted">{name}</bdi>
            <bdi className="ms-auto ps-3 tabular-nums">{texts[index]}</bdi>
          </p>
        ))}
      </div>
    </div>
  );
}
