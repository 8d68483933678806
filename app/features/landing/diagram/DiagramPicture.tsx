import { useTranslation } from 'react-i18next';
import { directionOf } from '#app/ui/i18n/languages.ts';
import { useAppTitle } from '#app/ui/layout/use-app-title.ts';
import { LAYOUTS, linesOf, NODES, placeOf, type NodeName } from './geometry.ts';

interface DiagramPictureProps {
  layout: keyof typeof LAYOUTS;
  className: string;
}

/** The picture in one of its two shapes; what it says is said by the figure around it. */
export function DiagramPicture({ layout: name, className }: DiagramPictureProps) {
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

interface NodeProps {
  at: readonly [x: number, y: number];
  width: number;
  height: number;
  isHub: boolean;
  words: string;
  note: string | null;
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
