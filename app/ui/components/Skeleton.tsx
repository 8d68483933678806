import { joinClasses } from './join-classes.ts';

/** Room of the real shape while something loads; the shape is the caller's classes. */
export function Skeleton({ className }: { className: string }) {
  return <span aria-hidden className={joinClasses('block rounded-control bg-line', className)} />;
}
