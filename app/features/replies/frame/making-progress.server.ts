import type { i18n } from 'i18next';
import type { Making } from '#app/contracts/media/making.ts';

/** Milliseconds between looks at how far it is. */
const LOOK_MS = 2000;

/** How far a picture or a video is, in words. */
export function makingWords({ kind, isQueued, isStopping, donePercent }: Making, t: i18n['t']): string {
  const words = isStopping
    ? t('chat:making.stopping')
    : t(isQueued ? 'chat:making.queued' : `chat:making.${kind}`);
  return donePercent === null ? words : `${words} (${t('chat:making.percent', { percent: donePercent })})`;
}

/**
 * What a source brings, and while it brings nothing a line whenever there is other news.
 * @param look tells the line of the moment
 * @param said the line that stands there already
 */
export async function* withProgress<Item extends object>(
  source: AsyncIterable<Item>,
  look: () => Promise<string>,
  said: string,
  everyMs = LOOK_MS,
): AsyncGenerator<Item | { line: string }> {
  const items = source[Symbol.asyncIterator]();
  let next = items.next();
  let last = said;
  try {
    for (;;) {
      const item = await within(next, everyMs);
      if (item === null) {
        const line = await look();
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

/** @returns null where it takes longer */
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
