import { Link } from '@remix-run/react';
import { heightOf, short } from './places.ts';

/** One bar of a ranking. */
export interface RankedBar {
  id: string;
  name: string;
  value: number;
  text: string;
  /** The target of a click and its description; without them the bar is not a link. */
  href?: string;
  action?: string;
  isChosen?: boolean;
}

/** A ranking as bars that begin at the start of the line. */
export function RankingBars({ bars }: { bars: readonly RankedBar[] }) {
  const top = Math.max(0, ...bars.map(({ value }) => value));
  return (
    <ol className="flex flex-col gap-1">
      {bars.map((bar) => (
        <li key={bar.id}>
          {bar.href ? (
            <Link
              to={bar.href}
              preventScrollReset
              aria-current={bar.isChosen || undefined}
              className="group/bar block rounded-control px-2 py-1.5 hover:bg-surface-sunken aria-[current=true]:bg-accent-soft"
            >
              <span className="sr-only">{bar.action} </span>
              <Bar bar={bar} top={top} />
            </Link>
          ) : (
            <div className="px-2 py-1.5">
              <Bar bar={bar} top={top} />
            </div>
          )}
        </li>
      ))}
    </ol>
  );
}

function Bar({ bar: { name, value, text }, top }: { bar: RankedBar; top: number }) {
  return (
    <>
      <span className="flex items-baseline justify-between gap-3">
        <bdi className="truncate group-hover/bar:underline">{name}</bdi>
        <bdi className="shrink-0 text-sm text-text-muted tabular-nums">{text}</bdi>
      </span>
      <svg aria-hidden className="mt-1 block h-2 w-full rtl:-scale-x-100">
        <rect width="100%" height="100%" rx="4" className="fill-surface-sunken" />
        <rect width={`${short(heightOf(value, top))}%`} height="100%" rx="4" className="fill-series-1" />
      </svg>
    </>
  );
}
