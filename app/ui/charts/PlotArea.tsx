import { useHydrated } from '#app/ui/components/use-hydrated.ts';
import { bandOf, heightOf, linePaths, short } from './places.ts';
import { FILLS, STROKES, type Series } from './series.ts';

interface PlotAreaProps {
  /** Description of the chart for screen readers. */
  label: string;
  /** Names of the buckets. */
  names: readonly string[];
  series: readonly Series[];
  kind: 'bars' | 'lines';
  ticks: readonly number[];
}

/**
 * Gridlines and the data in front of them. Positions are percentages of a box that has the width of the page
 * and a fixed height, so that no script is needed; only lines are drawn in a stretched box.
 */
export function PlotArea({ label, names, series, kind, ticks }: PlotAreaProps) {
  const top = ticks.at(-1)!;
  const image = { role: 'img', 'aria-label': label };
  return (
    <svg {...image} className="block h-48 w-full overflow-visible">
      {ticks.map((tick) => {
        const y = `${short(100 - heightOf(tick, top))}%`;
        const look = tick === 0 ? 'stroke-line-strong' : 'stroke-line';
        return (
          <line key={tick} x1="0" x2="100%" y1={y} y2={y} shapeRendering="crispEdges" className={look} />
        );
      })}
      {kind === 'bars' ? <Bars series={series} top={top} /> : <Lines series={series} top={top} />}
      <Titles names={names} series={series} />
    </svg>
  );
}

/** Bars of one bucket are stacked, the first series at the bottom. */
function Bars({ series, top }: { series: readonly Series[]; top: number }) {
  const count = series[0]?.values.length ?? 0;
  return Array.from({ length: count }, (_, index) => {
    const { start, width } = bandOf(index, count);
    let foot = 0;
    return series.map(({ name, tone, values }) => {
      const height = heightOf(values[index] ?? 0, top);
      if (height === 0) return null;
      foot += height;
      return (
        <rect
          key={`${name} ${index}`}
          x={`${short(start)}%`}
          width={`${short(width)}%`}
          y={`${short(100 - foot)}%`}
          height={`${short(height)}%`}
          className={`${FILLS[tone]} stroke-surface-raised`}
          strokeWidth={series.length > 1 ? 1 : 0}
        />
      );
    });
  });
}

function Lines({ series, top }: { series: readonly Series[]; top: number }) {
  return (
    <svg
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      width="100%"
      height="100%"
      className="overflow-visible"
    >
      {series.map(({ name, tone, values }) => {
        const { line, dots } = linePaths(values, top);
        return (
          <g key={name} fill="none" strokeLinecap="round" strokeLinejoin="round" className={STROKES[tone]}>
            <path d={line} strokeWidth="2" vectorEffect="non-scaling-stroke" />
            <path d={dots} strokeWidth="6" vectorEffect="non-scaling-stroke" />
          </g>
        );
      })}
    </svg>
  );
}

/** The values of a bucket as the browser's native tooltip, until scripts provide a better one. */
function Titles({ names, series }: { names: readonly string[]; series: readonly Series[] }) {
  if (useHydrated()) return null;
  return names.map((name, index) => (
    <rect
      key={name}
      x={`${short((index * 100) / names.length)}%`}
      width={`${short(100 / names.length)}%`}
      height="100%"
      fill="transparent"
    >
      <title>{[name, ...series.map((one) => `${one.name}: ${one.texts[index]}`)].join('\n')}</title>
    </rect>
  ));
}
