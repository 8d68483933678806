import { joinClasses } from '#app/ui/components/join-classes.ts';

/** The box around the text, its files and its row of controls; it shows the focus of the text. */
export const COMPOSER_BOX =
  'relative rounded-panel border border-line-strong bg-surface-raised shadow-float outline-offset-[-1px] ' +
  'outline-accent has-[textarea:focus]:outline-2 data-dropping:bg-accent-soft data-dropping:outline-2';

/** The row below the text: plus, models, options, price, Send. Without scripts it takes more than one line. */
export const CONTROL_ROW = 'flex items-center gap-1 px-2 pb-2 max-sm:flex-wrap noscript:flex-wrap';

interface SendLook {
  /** It stops the running answers. */
  isStop?: boolean;
  /** There is something to send. */
  isReady: boolean;
  /** Its label is visible. */
  isWide?: boolean;
}

const ROUND = 'size-11 md:size-9';

const WIDE = 'min-h-11 gap-1.5 px-4 text-sm font-medium tabular-nums md:min-h-9';

/**
 * Classes of the button that sends, in every composer: green when there is something to send. It ignores
 * presses for a moment after it has appeared.
 */
export function sendClasses({ isStop = false, isReady, isWide = false }: SendLook): string {
  return joinClasses(
    'arm-slowly inline-flex shrink-0 items-center justify-center rounded-full transition-colors disabled:opacity-50 aria-disabled:opacity-50',
    isWide ? WIDE : ROUND,
    isStop
      ? 'bg-text text-surface'
      : isReady
        ? 'bg-good text-accent-text'
        : 'bg-surface-sunken text-text-muted',
  );
}
