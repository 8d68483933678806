import { useTranslation } from '#app/ui/i18n/translation.ts';
import { ProgressBar } from '#app/ui/components/ProgressBar.tsx';
import type { usePartial } from './use-progress.ts';

interface MediaProgressProps {
  /** The state of the work: `Creating image…`. */
  words: string;
  /** Name of the bar, for words that change every second; the words by default. */
  label?: string;
  /** From 0 to 100; null when the maker reports no progress. */
  percent: number | null;
  /** The newest preview; null when there is none. */
  partial: ReturnType<typeof usePartial>;
}

/**
 * An image or a video in progress: words, a bar and the reported figure, or over the newest preview at its
 * lower edge. It fills the space that the result will take, so that nothing moves when that arrives.
 */
export function MediaProgress({ words, label = words, percent, partial }: MediaProgressProps) {
  const { t } = useTranslation('chat');
  const bar = <ProgressBar label={label} percent={percent} className={partial ? undefined : 'max-w-40'} />;
  if (partial)
    return (
      <>
        <img {...partial} alt={t('making.partial')} className="size-full object-cover" />
        <div className="absolute inset-x-0 bottom-0 bg-surface/90 px-3 py-2 text-center text-sm text-balance text-text-muted tabular-nums">
          <p className="mb-1.5">{words}</p>
          {bar}
        </div>
      </>
    );
  return (
    <div className="flex size-full flex-col items-center justify-center gap-3 p-4 text-center text-sm text-balance text-text-muted tabular-nums">
      <p>{words}</p>
      {bar}
      {/* Its line stays free until the progress is known. */}
      <p className="min-h-lh">{percent !== null && t('making.percent', { percent })}</p>
    </div>
  );
}
