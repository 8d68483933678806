import type { i18n } from 'i18next';
import type { MediaInProgress } from '#app/contracts/media/making.ts';

/** Milliseconds between two polls of the progress. */
const POLL_MS = 2000;

/** The progress of an image or a video as text. */
export function progressText(
  { kind, isQueued, isStopping, donePercent }: MediaInProgress,
  t: i18n['t'],
): string {
  const words = isStopping
    ? t('chat:making.stopping')
    : t(isQueued ? 'chat:making.queued' : `chat:making.${kind}`);
  return donePercent === null ? words : `${words} (${t('chat:making.percent', { percent: donePercent })})`;
}

/**
 * The items of a source, and, while it is silent, a line whenever the progress has changed.
 * @param poll returns the current line
 * @param current the line that is already on the page
 */
export async function* withProgress<Item extends object>(
  source: AsyncIterable<Item>,
  poll: () => Promise<string>,
  current: string,
  everyMs = POLL_MS,
): AsyncGenerator<Item | { line: string }> {
  const items = source[Symbol.asyncIterator]();
  let next = items.next();
  let last = current;
  try {
    for (;;) {
      const item = await within(next, everyMs);
      if (item === null) {
        const line = await poll();
        if (line !== last) yield { line: (last = line) };
        continue;
      }
      if (item.done) return;
      yield item.value;
      next = items.next();
    }
  } finally {
    await items.return?.();
  }
}

/** @returns null if it takes longer */
async function within<Value>(promise: Promise<Value>, milliseconds: number): Promise<Value | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), milliseconds);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
