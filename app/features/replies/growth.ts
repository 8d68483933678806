import type { NumberedEvent, ReplyEnd } from '#app/contracts/generation.ts';

/** The text since the previous growth; only the last growth of a reply has `end`. */
export interface Growth {
  text: string;
  thinking: string;
  end: ReplyEnd | null;
}

const NOTHING: Growth = { text: '', thinking: '', end: null };

/**
 * A reply as it grows. Joins events that come faster than the pace, so that the output is in proportion to
 * time and not to the number of events. Never delays the end. If the source ends without its end (because its
 * reader left), this ends, too.
 * @param pauseMs how long to wait after each growth, in milliseconds
 */
export async function* growth(
  source: AsyncIterable<NumberedEvent>,
  pauseMs: () => number,
): AsyncIterable<Growth> {
  const length = { text: 0, thinking: 0 };
  const read = { waiting: NOTHING, over: false };
  let wake: () => void = () => undefined;
  let endPause: () => void = () => undefined;

  const readAll = async () => {
    try {
      for await (const { event } of source) {
        read.waiting = add(read.waiting, event, length);
        wake();
      }
    } finally {
      read.over = true;
      wake();
      endPause();
    }
  };
  const pause = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const reading = readAll();
  // `await reading` throws the error, after the text before it was yielded.
  reading.catch(() => undefined);

  while (!read.over || read.waiting !== NOTHING) {
    if (read.waiting === NOTHING) await new Promise<void>((resolve) => (wake = resolve));
    // First reads everything that the source has ready: a finished reply comes in one piece.
    await new Promise((resolve) => setImmediate(resolve));
    if (read.waiting === NOTHING) continue;
    const grown = read.waiting;
    read.waiting = NOTHING;
    yield grown;
    const rest = grown.end === null && !read.over ? pauseMs() : 0;
    if (rest > 0) await pause(rest);
  }
  await reading;
}

/** Adds the new part of an event; offsets drop text that was already read. */
function add(
  waiting: Growth,
  event: NumberedEvent['event'],
  length: { text: number; thinking: number },
): Growth {
  if (event.type === 'end') return { ...waiting, end: event };
  const fresh = event.text.slice(Math.max(0, length[event.type] - event.at));
  length[event.type] += fresh.length;
  return { ...waiting, [event.type]: waiting[event.type] + fresh };
}
