import {
  BROWSER_STREAM_PATH,
  writeCursors,
  type CursorMap,
  type StreamItem,
} from '#app/contracts/browser-stream.ts';

interface ConnectionOptions {
  /** The current cursors; read for every connection that the browser does not resume itself. */
  have: () => CursorMap;
  onBatch: (items: StreamItem[]) => void;
  /** Called after the server refused the stream; false if the user is signed out: then there is no retry. */
  signedIn: () => Promise<boolean>;
}

/** The server sends data at least every 20 s; a connection that is silent for longer than this is dead. */
const SILENT_MS = 45_000;
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30_000;

/**
 * Keeps an event stream open until it is closed. After a cut the browser itself resumes it (Last-Event-ID).
 * The browser gives up when the answer is not a 200: then this function checks once whether the user is still
 * signed in (which refreshes an expired session) and opens the stream again, with growing delays while that
 * fails.
 * @returns `renew` reopens it after one second, with the current cursors; `close` ends it
 */
export function openConnection({ have, onBatch, signedIn }: ConnectionOptions) {
  let source: EventSource | undefined;
  let closed = false;
  let wait = FIRST_WAIT_MS;
  let silent: ReturnType<typeof setTimeout> | undefined;
  let due: ReturnType<typeof setTimeout> | undefined;

  function open(): void {
    due = undefined;
    source?.close();
    const current = new EventSource(
      `${BROWSER_STREAM_PATH}?have=${encodeURIComponent(writeCursors(have()))}`,
    );
    source = current;
    watch();
    current.addEventListener('message', (message: MessageEvent<string>) => {
      wait = FIRST_WAIT_MS;
      watch();
      onBatch(JSON.parse(message.data) as StreamItem[]);
    });
    current.addEventListener('error', () => {
      if (current === source && current.readyState === EventSource.CLOSED) void refused();
    });
  }

  async function refused(): Promise<void> {
    clearTimeout(silent);
    const goOn = await signedIn().catch(() => true);
    if (!goOn) return;
    openIn(wait);
    wait = Math.min(wait * 2, LONGEST_WAIT_MS);
  }

  function openIn(milliseconds: number): void {
    if (!closed) due ??= setTimeout(open, milliseconds);
  }

  function watch(): void {
    clearTimeout(silent);
    silent = setTimeout(open, SILENT_MS);
  }

  open();
  return {
    renew: () => openIn(FIRST_WAIT_MS),
    close() {
      closed = true;
      clearTimeout(silent);
      clearTimeout(due);
      source?.close();
    },
  };
}

export type Connection = ReturnType<typeof openConnection>;
