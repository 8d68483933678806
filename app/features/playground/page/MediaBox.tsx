import type { ReactNode } from 'react';

interface MediaBoxProps {
  /** Width divided by height; the same for all answers to a prompt. */
  shape: number;
  /** The image, the video, its preview, or the reason why there is none. */
  children?: ReactNode;
  /** A line below the box, such as its size. */
  info?: ReactNode;
  /** A row of links below it. */
  actions?: ReactNode;
}

/**
 * The place of an image or a video: box, line and row have their final size before there is anything in them, so that
 * nothing moves when it arrives.
 */
export function MediaBox({ shape, children, info, actions }: MediaBoxProps) {
  return (
    <figure className="flex min-w-0 flex-col">
      <div
        style={{ aspectRatio: shape }}
        className="grid max-h-96 w-full grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)] place-items-center overflow-hidden rounded-control bg-surface-sunken"
      >
        {children}
      </div>
      <figcaption className="text-xs text-text-muted">
        <span className="flex h-6 items-center gap-x-3 tabular-nums">{info}</span>
        <span className="flex min-h-11 flex-wrap items-center gap-x-4 text-sm md:min-h-9">{actions}</span>
      </figcaption>
    </figure>
  );
}

/** The boxes of an answer: one in the whole width, several side by side. */
export function MediaBoxes({ count, children }: { count: number; children: ReactNode }) {
  return <div className={count > 1 ? 'grid grid-cols-2 gap-x-2' : undefined}>{children}</div>;
}
