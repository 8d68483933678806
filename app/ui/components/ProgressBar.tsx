import { joinClasses } from './join-classes.ts';

interface ProgressBarProps {
  /** Its accessible name: the work in progress. */
  label: string;
  /** From 0 to 100; null when the progress is unknown. */
  percent: number | null;
  className?: string;
}

/**
 * A thin bar for work in progress. It fills with the reported progress; a part of it moves slowly while the
 * progress is unknown. Both look the same on the server, without scripts and in every browser.
 */
export function ProgressBar({ label, percent, className }: ProgressBarProps) {
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- browsers draw and move <progress> differently
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent === null ? undefined : Math.round(percent)}
      className={joinClasses('progress', className)}
    >
      <div style={percent === null ? undefined : { inlineSize: `${percent}%` }} />
    </div>
  );
}
