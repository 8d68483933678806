import type { ReactNode } from 'react';
import { joinClasses } from './join-classes.ts';

interface TooltipProps {
  text: string;
  children: ReactNode;
  className?: string;
}

/**
 * A text that appears on hover and on keyboard focus. The control inside has the same text as its accessible
 * name.
 */
export function Tooltip({ text, children, className }: TooltipProps) {
  return (
    <span className={joinClasses('group/tip anchor-host inline-flex', className)}>
      {children}
      <span
        aria-hidden
        className="pointer-events-none invisible tooltip floating-centre floating z-50 mt-1 w-max max-w-60 rounded-control bg-text px-2 py-1 text-xs text-surface opacity-0 transition-opacity group-hover/tip:visible group-hover/tip:opacity-100 group-hover/tip:delay-500 group-has-focus-visible/tip:visible group-has-focus-visible/tip:opacity-100"
      >
        {text}
      </span>
    </span>
  );
}
