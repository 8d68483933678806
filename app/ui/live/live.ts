import { readCursors, writeCursors, type CursorMap, type StreamItem } from '#app/contracts/browser-stream.ts';
import { START_CURSOR } from '#app/contracts/generation.ts';
import { begunBy, type UserEvent } from '#app/contracts/user-events.ts';
import { openConnection, type Connection } from './connection.ts';
import { holdWhileVisible } from './hold-while-visible.ts';
import { createReplyStore, type InitialReply, type LiveReply } from './reply-store.ts';

/**
 * An event for a screen: an event of the account, or `resync`: events may have been missed, so the state must
 * be reloaded.
 */
export type LiveEvent = UserEvent | { type: 'resync' };

/** Messages between tabs. `seq` counts the holder's batches, so that a tab notices when it missed one. */
type TabMessage =
  | { kind: 'batch'; items: StreamItem[]; holder: string; seq: number; to?: string }
  | { kind: 'want'; from: string; have: string };

const UNKNOWN: InitialReply = { text: '', thinking: '', cursor: START_CURSOR };

/** Delay after which the holder asks for a running reply of a page that the stream has not delivered. */
const UNDELIVERED_MS = 1500;

interface LiveOptions {
  /** Tabs share a stream per user: after a change of account the tabs of the old one keep to themselves. */
  userId: string;
  /** The number of the newest event that the page knows. */
  newestEvent: number;
  /** Called when the server refuses the stream. */
  signedIn: () => Promise<boolean>;
}

/**
 * Takes part in this browser's single event stream, once it is opened: holds it, or listens to the tab that
 * does.
 */
export function startLive({ userId, newestEvent, signedIn }: LiveOptions) {
  const me = `${Date.now()}-${Math.random()}`;
  const store = createReplyStore();
  const screens = createScreenUpdates();
  const handlers = new Set<(event: LiveEvent) => void>();
  const bus = 'BroadcastChannel' in globalThis ? new BroadcastChannel(`live-${userId}`) : undefined;
  /** Open while this tab is the holder. */
  let connection: Connection | undefined;
  /**
   * Replies that were requested when the connection was opened; a page may show another one a moment later.
   */
  let requested: CursorMap = new Map();
  /** Replies that the connection delivers without a further request. */
  let delivered = new Set<string>();
  let newest = newestEvent;
  let seq = 0;
  /** The batch processed last; undefined in a new page, whose state is as recent as its first batch. */
  let seen: { holder: string; seq: number } | undefined;
  if (document.hidden) seen = { holder: '', seq: 0 };

  /**
   * An event arrived while no screen was registered yet: a page takes a moment from this start to its first
   * effects.
   */
  let hasMissedEvent = false;

  function emit(event: LiveEvent): void {
    if (handlers.size === 0) hasMissedEvent = true;
    handlers.forEach((handle) => handle(event));
  }

  /** Deferred, so that all screens that a page registers at once are notified. */
  function notifyLater(): void {
    setTimeout(() => {
      if (!hasMissedEvent || handlers.size === 0) return;
      hasMissedEvent = false;
      emit({ type: 'resync' });
    });
  }

  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none: it never leaves the origin
  const post = (message: TabMessage) => bus?.postMessage(message);
  const ask = () => post({ kind: 'want', from: me, have: writeCursors(store.have()) });

  function take(items: StreamItem[]): void {
    for (const item of items) {
      if (item.type === 'event') {
        // Two simultaneous actions may arrive in reverse order.
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
        delivered = new Set([...item.running, ...requested.keys()]);
        if (seen) emit({ type: 'resync' });
      } else if (item.type === 'reply') delivered.add(item.generationId);
      else if (item.type === 'event') {
        const begun = begunBy(item.event);
        if (begun !== null) delivered.add(begun);
      }
    }
  }

  function hold(): () => void {
    connection = openConnection({
      have: () => (requested = store.have()),
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

  /** A page shows this reply as running: if the stream does not deliver it soon, the server is asked. */
  function expectReply(generationId: string, initial: InitialReply): void {
    store.seed(generationId, initial);
    setTimeout(() => {
      if (!delivered.has(generationId) && store.have().has(generationId)) connection?.renew();
    }, UNDELIVERED_MS);
  }

  function answer(from: string, have: string): void {
    const wanted = [...readCursors(have)];
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
    // Requests that were made while no tab held the stream got no answer.
    const isNewHolder = items.some(({ type }) => type === 'hello') && store.have().size > 0;
    if (to === undefined && (missed || isNewHolder)) ask();
  });

  let stopHolding: (() => void) | undefined;
  const onVisible = () => {
    if (!document.hidden && !connection) ask();
  };
  document.addEventListener('visibilitychange', onVisible);

  return {
    /**
     * Takes part from now on: called after the page has registered its replies, so that the server is asked
     * for all of them.
     */
    open(): void {
      stopHolding ??= holdWhileVisible(`live-${userId}`, hold);
      // Events between the page's load and now were sent to other tabs only.
      ask();
    },
    /** Calls `tell` with the reply now, and once per frame while it grows. @returns stops that */
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
    /** Calls `handler` with every event. @returns stops that */
    handle(handler: (event: LiveEvent) => void): () => void {
      handlers.add(handler);
      if (hasMissedEvent) notifyLater();
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
 * Notifies screens of changes, at most once per frame: text that arrives faster is shown together. A hidden
 * tab draws nothing and is notified when it is visible again.
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
