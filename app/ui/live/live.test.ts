import { afterEach, beforeEach, expect, it, vi, type Mock } from 'vitest';
import { START_CURSOR } from '#app/contracts/generation.ts';
import type { CursorMap, StreamItem } from '#app/contracts/browser-stream.ts';
import { startLive, type Live, type LiveEvent } from './live.ts';

interface Opened {
  have: () => CursorMap;
  onBatch: (items: StreamItem[]) => void;
  renew: Mock<() => void>;
}
const { opened } = vi.hoisted(() => ({ opened: [] as Opened[] }));
vi.mock('./connection.ts', () => ({
  openConnection: ({ have, onBatch }: Opened) => {
    have();
    const connection = { have, onBatch, renew: vi.fn<() => void>(), close: vi.fn<() => void>() };
    opened.push(connection);
    return connection;
  },
}));

const REPLY = '01a20953-7ff5-76ac-b76b-dadee33d4646';
/** Delay after which the holder asks the server for a reply that its stream does not deliver. */
const UNHEARD_MS = 1500;

/** The tabs that wait for the lock, in the order in which Web Locks would grant it. */
let waiting: (() => Promise<void>)[];
let tabs: Live[];

beforeEach(() => {
  waiting = [];
  tabs = [];
  opened.length = 0;
  const nothing = () => undefined;
  vi.stubGlobal('document', {
    visibilityState: 'visible',
    addEventListener: nothing,
    removeEventListener: nothing,
  });
  vi.stubGlobal('addEventListener', nothing);
  vi.stubGlobal('removeEventListener', nothing);
  const request = (_name: string, _options: object, hold: () => Promise<void>) =>
    new Promise<void>((resolve) => waiting.push(() => hold().then(resolve)));
  vi.stubGlobal('navigator', { locks: { request } });
});
afterEach(() => {
  for (const tab of tabs) tab.stop();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const stopTimers = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });

/** Resolves when the next request of a tab has reached all other tabs. */
async function nextQuestion(): Promise<void> {
  const bus = new BroadcastChannel('live-one');
  await new Promise<void>((resolve) => {
    bus.addEventListener('message', ({ data }: MessageEvent<{ kind: string }>) => {
      if (data.kind === 'want') resolve();
    });
  });
  bus.close();
  await new Promise((resolve) => setImmediate(resolve));
}

function openTab(newestEvent = 0): { live: Live; events: LiveEvent[] } {
  const live = startLive({ userId: 'one', newestEvent, signedIn: async () => true });
  tabs.push(live);
  const events: LiveEvent[] = [];
  live.handle((event) => events.push(event));
  live.open();
  return { live, events };
}

it('requests a reply that is shown after the stream was opened and has ended by then', () => {
  stopTimers();
  const { live } = openTab();
  void waiting[0]!();
  live.follow(REPLY, { text: 'A', thinking: '', cursor: START_CURSOR }, () => undefined);
  opened[0]!.onBatch([{ type: 'hello', running: [] }]);
  vi.advanceTimersByTime(UNHEARD_MS - 1);
  expect(opened[0]!.renew).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(opened[0]!.renew).toHaveBeenCalledOnce();
});

it('learns of a reply that ended while no tab held the stream', async () => {
  const late = openTab();
  const holder = openTab();
  // No holder receives this request: the lock is being passed to the other tab.
  const asked = nextQuestion();
  late.live.follow(REPLY, { text: 'A', thinking: '', cursor: START_CURSOR }, () => undefined);
  await asked;
  stopTimers();
  void waiting[1]!();
  const [stream] = opened;
  stream!.onBatch([{ type: 'hello', running: [] }]);
  // The holder does not know the reply either, and asks the server.
  await expect.poll(() => vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(UNHEARD_MS);
  expect(stream!.renew).toHaveBeenCalledOnce();
  stream!.onBatch([{ type: 'gone', generationId: REPLY }]);
  await expect.poll(() => late.events).toEqual([{ type: 'resync' }]);
  expect(holder.events).toEqual([{ type: 'resync' }]);
});

it('requests the replies that the page shows before any others', () => {
  const live = startLive({ userId: 'one', newestEvent: 0, signedIn: async () => true });
  tabs.push(live);
  expect(waiting).toHaveLength(0);
  live.follow(REPLY, { text: 'A', thinking: '', cursor: START_CURSOR }, () => undefined);
  live.open();
  void waiting[0]!();
  expect([...opened[0]!.have().keys()]).toEqual([REPLY]);
});

const RENAMED = { type: 'conversation', conversationId: REPLY, change: 'renamed' } as const;

it("reloads the page if an event happened between the page's load and the stream's start", async () => {
  const stale = openTab(3);
  void waiting[0]!();
  opened[0]!.onBatch([{ type: 'hello', running: [] }]);
  expect(stale.events).toEqual([]);
  opened[0]!.onBatch([{ type: 'newest', number: 4 }]);
  expect(stale.events).toEqual([{ type: 'resync' }]);
  // The same goes for a tab that opens now with stale data; one with current data does not reload.
  const staleToo = openTab(3);
  const fresh = openTab(4);
  await expect.poll(() => staleToo.events).toEqual([{ type: 'resync' }]);
  expect(fresh.events).toEqual([]);
  expect(stale.events).toHaveLength(1);
});

it('reloads nothing if no event was missed', () => {
  const { events } = openTab(3);
  void waiting[0]!();
  opened[0]!.onBatch([
    { type: 'hello', running: [] },
    { type: 'newest', number: 3 },
  ]);
  opened[0]!.onBatch([{ type: 'event', number: 5, event: RENAMED }]);
  opened[0]!.onBatch([{ type: 'event', number: 4, event: RENAMED }]);
  opened[0]!.onBatch([{ type: 'newest', number: 5 }]);
  expect(events).toEqual([RENAMED, RENAMED]);
});

it('notifies a screen that registers late of earlier events', async () => {
  const live = startLive({ userId: 'one', newestEvent: 3, signedIn: async () => true });
  tabs.push(live);
  live.open();
  void waiting[0]!();
  opened[0]!.onBatch([
    { type: 'hello', running: [] },
    { type: 'newest', number: 4 },
  ]);
  // The page registers both in one commit: each is notified.
  const [first, second]: [LiveEvent[], LiveEvent[]] = [[], []];
  live.handle((event) => first.push(event));
  live.handle((event) => second.push(event));
  await expect.poll(() => [first, second]).toEqual([[{ type: 'resync' }], [{ type: 'resync' }]]);
  opened[0]!.onBatch([{ type: 'event', number: 5, event: RENAMED }]);
  expect(first).toEqual([{ type: 'resync' }, RENAMED]);
});
