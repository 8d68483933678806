/** A link of a row of choices, one of which is the current one. */
export const TAB_CLASSES =
  'control inline-flex items-center rounded-control px-3 text-text-muted hover:bg-surface-sunken aria-[current=page]:bg-surface-sunken aria-[current=page]:font-medium aria-[current=page]:text-text';
