import { useId } from 'react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { Icon } from '#app/ui/components/Icon.tsx';
import { directionOf } from '#app/ui/i18n/languages.ts';
import { Pause, Play } from '#app/ui/icons/lucide.ts';
import { useAppTitle } from '#app/ui/layout/use-app-title.ts';
import { LAYOUTS, linesOf, NODES, placeOf, type NodeName } from './geometry.ts';

interface DiagramImageProps {
  layout: keyof typeof LAYOUTS;
  className: string;
}

interface NodeProps {
  at: readonly [x: number, y: number];
  width: number;
  height: number;
  isHub: boolean;
  words: string;
  note: string | null;
}

/**
 * Agents that call each other and, through the hub, models. The animation can be paused without scripts; with
 * reduced motion the diagram is static.
 */
export function AgentDiagram() {
  const { t } = useTranslation('landing');
  const pause = useId();
  return (
    <figure className="agents group/agents mx-auto w-full max-w-5xl px-4 md:px-6">
      <p className="sr-only">{t('diagram.alt')}</p>
      <DiagramImage layout="wide" className="hidden md:block" />
      <DiagramImage layout="narrow" className="mx-auto max-w-sm md:hidden" />
      <figcaption className="mt-4 flex items-center justify-center gap-1 text-center text-text-muted">
        {t('diagram.caption')}
        <span className="motion-reduce:hidden">
          <input type="checkbox" id={pause} className="agents-pause peer sr-only" />
          <label
            htmlFor={pause}
            className="group/pause grid control-square place-items-center rounded-control text-text-muted transition-colors peer-focus-visible:outline-2 peer-focus-visible:outline-accent hover:bg-surface-sunken hover:text-text"
          >
            <span className="sr-only">{t('diagram.pause')}</span>
            <span className="group-has-checked/agents:hidden">
              <Icon of={Pause} />
            </span>
            <span className="hidden group-has-checked/agents:block">
              <Icon of={Play} mirror />
            </span>
          </label>
        </span>
      </figcaption>
    </figure>
  );
}

/** The diagram in one of its two layouts; the figure around it has the text alternative. */
function DiagramImage({ layout: name, className }: DiagramImageProps) {
  const { t, i18n } = useTranslation('landing');
  const hub = useAppTitle();
  const layout = LAYOUTS[name];
  const isMirrored = directionOf(i18n.language) === 'rtl';
  const lines = linesOf(layout, isMirrored);
  return (
    <svg viewBox={`0 0 ${layout.width} ${layout.height}`} aria-hidden className={`w-full ${className}`}>
      <g fill="none" strokeWidth="1.5" className="stroke-line-strong">
        {lines.map(({ id, path, isHandOver }) => (
          <path key={id} d={path} strokeDasharray={isHandOver ? '4 5' : undefined} />
        ))}
      </g>
      <g fill="none" strokeWidth="4" strokeLinecap="round" className="stroke-accent">
        {lines.map(({ id, path }) => (
          <path key={id} d={path} pathLength="100" className={`agents-call agents-${id}`} />
        ))}
      </g>
      {NODES.map((node) => (
        <Node
          key={node}
          at={placeOf(layout, node, isMirrored)}
          width={layout.nodeWidth}
          height={layout.nodeHeight}
          isHub={node === 'hub'}
          words={node === 'hub' ? hub : t(`diagram.${node}`)}
          note={noteOf(node)}
        />
      ))}
    </svg>
  );

  function noteOf(node: NodeName): string | null {
    if (node === 'hub') return t('diagram.api');
    return node === 'planner' || node === 'researcher' || node === 'writer'
      ? t('diagram.agent')
      : t('diagram.model');
  }
}

function Node({ at: [x, y], width, height, isHub, words, note }: NodeProps) {
  return (
    <g textAnchor="middle">
      <rect
        x={x - width / 2}
        y={y - height / 2}
        width={width}
        height={height}
        rx="10"
        strokeWidth="1.5"
        className={isHub ? 'fill-accent stroke-accent' : 'fill-surface-raised stroke-line'}
      />
      <text x={x} y={y - 3} className={`text-base font-medium ${isHub ? 'fill-accent-text' : 'fill-text'}`}>
        {words}
      </text>
      <text x={x} y={y + 16} className={`text-xs ${isHub ? 'fill-accent-text' : 'fill-text-muted'}`}>
        {note}
      </text>
    </g>
  );
}
