import { joinClasses } from '#app/ui/components/join-classes.ts';

export interface ButtonLook {
  /**
   * `primary`: at most one per screen; `quiet` has a border, `plain` has none; `danger` is for destructive
   * actions.
   */
  variant?: 'primary' | 'quiet' | 'plain' | 'danger';
  size?: 'small' | 'medium' | 'large';
}

const BASE =
  'inline-flex items-center justify-center gap-2 rounded-control font-medium select-none ' +
  'transition-colors aria-disabled:opacity-50 disabled:opacity-50';

const VARIANTS = {
  primary: 'bg-accent text-accent-text hover:bg-accent-strong',
  quiet: 'border border-line-strong text-text hover:bg-surface-sunken',
  plain: 'text-text-muted hover:bg-surface-sunken hover:text-text',
  danger: 'bg-bad text-accent-text hover:brightness-110',
};

const SIZES = {
  small: 'control px-2.5 text-sm',
  medium: 'control px-4 text-base',
  large: 'min-h-11 px-6 text-md',
};

/** Classes of everything that looks like a button, links included. */
export function buttonClasses({ variant = 'quiet', size = 'medium' }: ButtonLook, extra?: string): string {
  return joinClasses(BASE, VARIANTS[variant], SIZES[size], extra);
}
