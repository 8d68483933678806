import type { ReactNode } from 'react';
import type { Output } from '#app/contracts/playground/playground.ts';
import type { CellView } from '#app/features/playground/playground-data.ts';
import { CellFigures, type LiveFigures } from './CellFigures.tsx';

interface CellPartsProps {
  cell: CellView;
  output: Output | null;
  /** Figures of an answer that is still written. */
  live?: LiveFigures;
  /** The answer. */
  children: ReactNode;
  /** Its progress, or its actions. */
  footer: ReactNode;
}

/** The parts of a cell below its name, which have the same place while the answer is written and afterwards. */
export function CellParts({ cell, output, live, children, footer }: CellPartsProps) {
  return (
    <>
      <div className={`grow px-4 py-3 ${output === 'text' ? 'min-h-40' : ''}`}>{children}</div>
      <CellFigures cell={cell} output={output} live={live} />
      <footer className="flex min-h-13 flex-wrap items-center gap-1 border-t border-line px-2 py-1 md:min-h-11">
        {footer}
      </footer>
    </>
  );
}
