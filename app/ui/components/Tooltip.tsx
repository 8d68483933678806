import type { ReactNode } from 'react';
import { joinClasses } from './join-classes.ts';

interface TooltipProps {
  text: string;
  /** Below the control, or beside it towards the end of the line. */
  place?: 'below' | 'beside';
  children: ReactNode;
  className?: string;
  /** Classes of the text itself, for a control that needs it only in some layouts. */
  bubbleClassName?: string;
}

const PLACES = { below: 'floating-centre mt-1', beside: 'floating-beside ms-1' };

/**
 * A text that appears on hover and on keyboard focus. The control inside has the same text as its accessible
 * name.
 */
export function Tooltip({ text, place = 'below', children, className, bubbleClassName }: TooltipProps) {
  return (
    <span className={joinClasses('group/tip anchor-host inline-flex', className)}>
      {children}
      <span
        aria-hidden
        className={joinClasses(
          'pointer-events-none invisible tooltip floating z-50 w-max max-w-60 rounded-control bg-text px-2 py-1 text-xs text-surface opacity-0 transition-opacity group-hover/tip:visible group-hover/tip:opacity-100 group-hover/tip:delay-500 group-has-focus-visible/tip:visible group-has-focus-visible/tip:opacity-100',
          PLACES[place],
          bubbleClassName,
        )}
      >
        {text}
      </span>
    </span>
  );
}
