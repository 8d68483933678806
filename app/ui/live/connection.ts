import { BROWSER_STREAM_PATH, writeHave, type Have, type StreamItem } from '#app/contracts/browser-stream.ts';

interface ConnectionOptions {
  /** What is known now; read at every connection that the browser does not resume by itself. */
  have: () => Have;
  onBatch: (items: StreamItem[]) => void;
  /** Asked after the server refused the stream; false when the person is signed out: it is not tried again. */
  signedIn: () => Promise<boolean>;
}

/** The server says something at least every 20 s; a connection silent for longer than this is dead. */
const SILENT_MS = 45_000;
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30_000;

/**
 * Keeps an event stream open until it is closed. Cuts are resumed by the browser itself (Last-Event-ID). It
 * gives up for good when the answer is not a 200: then we ask once whether the person is still signed in
 * (which refreshes an expired session) and open it again, later and later while that fails.
 * @returns `renew` opens it again, a second later, with what is known then; `close` ends it
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
    const current = new EventSource(`${BROWSER_STREAM_PATH}?have=${encodeURIComponent(writeHave(have()))}`);
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
