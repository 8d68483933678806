import type { NumberedEvent, ReplyEnd } from '#app/contracts/generation.ts';

/** A reply as far as it has come; `end` is there once nothing more comes. */
export interface Growth {
  text: string;
  thinking: string;
  end: ReplyEnd | null;
}

/**
 * The reply as it grows, each time with everything so far. Events that come faster than the pace are shown
 * together, so that what is written stays in proportion to time and not to the number of events. The end is
 * never delayed. A source that ends without its end (its reader left) ends this one too.
 * @param pauseMs how long to wait after a reply of so many characters was shown
 */
export async function* growth(
  source: AsyncIterable<NumberedEvent>,
  pauseMs: (length: number) => number,
): AsyncIterable<Growth> {
  const read = { so: { text: '', thinking: '', end: null } as Growth, over: false };
  let shown = read.so;
  let ring: () => void = () => undefined;

  const readAll = async () => {
    try {
      for await (const { event } of source) {
        read.so = add(read.so, event);
        ring();
      }
    } finally {
      read.over = true;
      ring();
    }
  };
  const reading = readAll();
  // A failure is thrown where the reply is awaited, after what came before it was shown.
  const settled = reading.catch(() => undefined);

  while (!read.over || shown !== read.so) {
    if (shown === read.so) await new Promise<void>((resolve) => (ring = resolve));
    if (shown === read.so) continue;
    shown = read.so;
    yield shown;
    if (shown.end === null) await pause(pauseMs(shown.text.length), settled);
  }
  await reading;
}

function add(so: Growth, event: NumberedEvent['event']): Growth {
  if (event.type === 'end') return { ...so, end: event };
  return { ...so, [event.type]: so[event.type].slice(0, event.at) + event.text };
}

async function pause(milliseconds: number, settled: Promise<void>): Promise<void> {
  if (milliseconds <= 0) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const elapsed = new Promise<void>((resolve) => (timer = setTimeout(resolve, milliseconds)));
  await Promise.race([elapsed, settled]);
  clearTimeout(timer);
}
