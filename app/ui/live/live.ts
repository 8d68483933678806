import { readHave, writeHave, type Have, type StreamItem } from '#app/contracts/browser-stream.ts';
import { START_CURSOR } from '#app/contracts/generation.ts';
import { begunBy, type UserEvent } from '#app/contracts/user-events.ts';
import { openConnection, type Connection } from './connection.ts';
import { holdWhileVisible } from './hold-while-visible.ts';
import { createReplyStore, type InitialReply, type LiveReply } from './reply-store.ts';

/** What a screen is told: an event of the account, or that some may have been missed: read the state again. */
export type LiveEvent = UserEvent | { type: 'resync' };

/** Between tabs. `seq` counts the holder's batches, so that a tab notices when it missed one. */
type TabMessage =
  | { kind: 'batch'; items: StreamItem[]; holder: string; seq: number; to?: string }
  | { kind: 'want'; from: string; have: string };

const UNKNOWN: InitialReply = { text: '', thinking: '', cursor: START_CURSOR };

/** How long a reply that a page shows as growing may stay unheard of before the holder asks for it. */
const UNHEARD_MS = 1500;

interface LiveOptions {
  /** Tabs share by user: after a change of account the tabs of the old one stay among themselves. */
  userId: string;
  /** The number of the newest event that the page knows of. */
  newestEvent: number;
  /** Asked when the server refuses the stream. */
  signedIn: () => Promise<boolean>;
}

/** Takes part in this browser's one event stream, once it is opened: holds it, or listens to the tab that does. */
export function startLive({ userId, newestEvent, signedIn }: LiveOptions) {
  const me = `${Date.now()}-${Math.random()}`;
  const store = createReplyStore();
  const screens = createScreenUpdates();
  const handlers = new Set<(event: LiveEvent) => void>();
  const bus = 'BroadcastChannel' in globalThis ? new BroadcastChannel(`live-${userId}`) : undefined;
  /** Open while this tab is the holder. */
  let connection: Connection | undefined;
  /** Replies that the server was asked for when it was opened; a page may show another one a moment later. */
  let asked: Have = new Map();
  /** Replies that the server brings on it without being asked again. */
  let brought = new Set<string>();
  let newest = newestEvent;
  let seq = 0;
  /** The batch taken last; undefined in a page that is as fresh as its first batch. */
  let seen: { holder: string; seq: number } | undefined;
  if (document.hidden) seen = { holder: '', seq: 0 };

  /** Something happened while no screen listened yet: a page takes a moment from the start of this to its first effects. */
  let isUntold = false;

  function emit(event: LiveEvent): void {
    if (handlers.size === 0) isUntold = true;
    handlers.forEach((handle) => handle(event));
  }

  /** All screens that a page has brought at once hear of it. */
  function tellLater(): void {
    setTimeout(() => {
      if (!isUntold || handlers.size === 0) return;
      isUntold = false;
      emit({ type: 'resync' });
    });
  }

  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none: it never leaves the origin
  const post = (message: TabMessage) => bus?.postMessage(message);
  const ask = () => post({ kind: 'want', from: me, have: writeHave(store.have()) });

  function take(items: StreamItem[]): void {
    for (const item of items) {
      if (item.type === 'event') {
        // Two acts of one moment may arrive in the other order.
        newest = Math.max(newest, item.number);
        emit(item.event);
      } else if (item.type === 'newest') {
        if (newest !== item.number) emit({ type: 'resync' });
        newest = item.number;
      } else if (item.type === 'reply') {
        const result = store.grow(item);
        if (result === 'grown') screens.changed(item.generationId);
        else if (result === 'gap' && connection) connection.renew();
        else if (result === 'gap') ask();
      } else if (item.type === 'gone') {
        store.forget(item.generationId);
        emit({ type: 'resync' });
      }
    }
  }

  function note(items: StreamItem[]): void {
    for (const item of items) {
      if (item.type === 'hello') {
        brought = new Set([...item.running, ...asked.keys()]);
        if (seen) emit({ type: 'resync' });
      } else if (item.type === 'reply') brought.add(item.generationId);
      else if (item.type === 'event') {
        const begun = begunBy(item.event);
        if (begun !== null) brought.add(begun);
      }
    }
  }

  function hold(): () => void {
    connection = openConnection({
      have: () => (asked = store.have()),
      signedIn,
      onBatch(items) {
        note(items);
        take(items);
        if (items.length === 0) return;
        seen = { holder: me, seq: ++seq };
        post({ kind: 'batch', items, ...seen });
      },
    });
    return () => {
      connection?.close();
      connection = undefined;
    };
  }

  /** Some page shows this reply as growing: when the stream does not bring it soon, the server is asked. */
  function expectReply(generationId: string, initial: InitialReply): void {
    store.seed(generationId, initial);
    setTimeout(() => {
      if (!brought.has(generationId) && store.have().has(generationId)) connection?.renew();
    }, UNHEARD_MS);
  }

  function answer(from: string, have: string): void {
    const wanted = [...readHave(have)];
    for (const [id] of wanted) if (!store.knows(id)) expectReply(id, UNKNOWN);
    const growths = wanted.flatMap(([id, cursor]) => store.since(id, cursor) ?? []);
    const items: StreamItem[] = [{ type: 'newest', number: newest }, ...growths];
    post({ kind: 'batch', items, holder: me, seq, to: from });
  }

  bus?.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
    if (data.kind === 'want') {
      if (connection) answer(data.from, data.have);
      return;
    }
    const { items, holder, seq, to } = data;
    if (to !== undefined && to !== me) return;
    const before = to === undefined ? seq - 1 : seq;
    const missed = seen && (seen.holder !== holder || seen.seq !== before);
    seen = { holder, seq };
    take(items);
    if (missed) emit({ type: 'resync' });
    // What was asked while nobody held the stream was heard by nobody.
    const isNewHolder = items.some(({ type }) => type === 'hello') && store.have().size > 0;
    if (to === undefined && (missed || isNewHolder)) ask();
  });

  let stopHolding: (() => void) | undefined;
  const onVisible = () => {
    if (!document.hidden && !connection) ask();
  };
  document.addEventListener('visibilitychange', onVisible);

  return {
    /** Takes part from now on: after what the page shows has joined, so that the server is asked for all of it. */
    open(): void {
      stopHolding ??= holdWhileVisible(`live-${userId}`, hold);
      // What happened between the reading of the page and now was told to others only.
      ask();
    },
    /** Calls `tell` with the reply now, and once a frame while it grows. @returns ends that */
    follow(generationId: string, initial: InitialReply, tell: (reply: LiveReply) => void): () => void {
      expectReply(generationId, initial);
      const show = () => {
        const reply = store.read(generationId);
        if (reply) tell(reply);
      };
      show();
      if (!connection) ask();
      return screens.follow(generationId, show);
    },
    /** Calls `handler` with every event. @returns ends that */
    handle(handler: (event: LiveEvent) => void): () => void {
      handlers.add(handler);
      if (isUntold) tellLater();
      return () => void handlers.delete(handler);
    },
    stop(): void {
      stopHolding?.();
      document.removeEventListener('visibilitychange', onVisible);
      screens.stop();
      bus?.close();
    },
  };
}

export type Live = ReturnType<typeof startLive>;

/**
 * Tells screens that something has changed, at most once a frame: text that arrives faster than the screen
 * is drawn is shown together. A hidden tab draws nothing and is told when it is visible again.
 */
function createScreenUpdates() {
  const followers = new Map<string, Set<() => void>>();
  const changed = new Set<string>();
  let frame: number | undefined;

  function draw(): void {
    frame = undefined;
    const keys = [...changed];
    changed.clear();
    for (const key of keys) followers.get(key)?.forEach((show) => show());
  }

  return {
    follow(key: string, show: () => void): () => void {
      const shows = followers.get(key) ?? new Set();
      followers.set(key, shows.add(show));
      return () => {
        shows.delete(show);
        if (shows.size === 0) followers.delete(key);
      };
    },
    changed(key: string): void {
      if (!followers.has(key)) return;
      changed.add(key);
      frame ??= requestAnimationFrame(draw);
    },
    stop(): void {
      if (frame !== undefined) cancelAnimationFrame(frame);
    },
  };
}
