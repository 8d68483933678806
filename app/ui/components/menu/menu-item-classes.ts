import { joinClasses } from '#app/ui/components/join-classes.ts';

/** Style of one menu entry, link or button. */
export function menuItemClasses(danger: boolean): string {
  return joinClasses(
    'control flex w-full items-center gap-2.5 rounded-control px-3 text-start outline-offset-[-2px] aria-[current]:font-semibold hover:bg-surface-sunken disabled:opacity-50',
    danger ? 'text-bad' : 'text-text',
  );
}
