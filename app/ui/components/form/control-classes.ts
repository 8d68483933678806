/** Style of every control for text or a choice. */
export const CONTROL_CLASSES =
  'w-full rounded-control border border-line-strong bg-surface-raised px-3 text-md text-text md:text-base ' +
  'transition-colors hover:border-text-muted aria-invalid:border-bad disabled:opacity-50';
