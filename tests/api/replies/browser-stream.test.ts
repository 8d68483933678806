import { describe, expect, it } from 'vitest';
import type { StreamItem } from '#app/contracts/browser-stream.ts';
import { START_CURSOR, type NumberedEvent } from '#app/contracts/generation.ts';
import type { UserEvent } from '#app/contracts/user-events.ts';
import { admitMessage } from '#app/core/generation/admit/message.ts';
import { readReply } from '#app/core/generation/stream/reader.ts';
import { newestUserEvent, publishUserEvents } from '#app/core/realtime/user-events.ts';
import { newId } from '#app/core/platform/ids.ts';
import { createReplyStore, type ReplyStore } from '#app/ui/live/reply-store.ts';
import { chatSend } from '#tests/factories/chat-send.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { sandboxGate } from '#tests/fixtures/sandbox-gate.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { readSse } from '#tests/setup/read-sse.ts';
import { useApi, useApiBeside } from '#tests/setup/api.ts';

const engine = useEngine();
const api = useApi();
const leaving = useApiBeside();

const account = () => createAccount({ creditMicro: 1_000_000n });

function send(userId: string, text: string) {
  return admitMessage(chatSend(userId, text));
}

/** The reply as the engine stores it: the text that every reader must end with. */
async function wholeText(generationId: string): Promise<string> {
  const events: NumberedEvent[] = [];
  const signal = AbortSignal.timeout(90_000);
  for await (const event of readReply({ generationId, cursor: START_CURSOR, signal })) events.push(event);
  return events.map(({ event }) => (event.type === 'text' ? event.text : '')).join('');
}

async function publishTwice(userId: string): Promise<void> {
  const conversationId = newId();
  await publishUserEvents(userId, [{ type: 'conversation', conversationId, change: 'renamed' }]);
  await publishUserEvents(userId, [{ type: 'conversation', conversationId, change: 'deleted' }]);
}

interface Reading {
  userId: string;
  /** Another web process than the test file's own. */
  origin?: string;
  lastEventId?: string;
  have?: string;
  store?: ReplyStore;
  /** Leaves once this is true. */
  until: (reading: { store: ReplyStore; items: StreamItem[]; batches: number }) => boolean;
}

/** Reads like a browser. @returns its state, and the id that its next connection would send */
async function read({ userId, origin, lastEventId, have, store = createReplyStore(), until }: Reading) {
  const response = await api.as(userId, origin)(`/api/events${have === undefined ? '' : `?have=${have}`}`, {
    headers: {
      'accept-encoding': 'gzip',
      ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
    },
  });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-encoding')).toBeNull();
  const items: StreamItem[] = [];
  let id = lastEventId;
  let batches = 0;
  for await (const event of readSse(response)) {
    const batch = event.data as unknown as StreamItem[];
    items.push(...batch);
    id = event.id;
    batches += 1;
    const results = batch.map((item) => (item.type === 'reply' ? store.grow(item) : 'grown'));
    expect(results).not.toContain('gap');
    if (until({ store, items, batches })) break;
  }
  return { store, items, id, batches };
}

const ended =
  (...ids: string[]) =>
  ({ store }: { store: ReplyStore }) =>
    ids.every((id) => store.read(id)?.end);

describe('GET /api/events', () => {
  it('delivers ten running replies of a user at once, and no other user’s', async () => {
    const { userId } = await account();
    const other = await account();
    const foreign = await send(other.userId, 'Theirs [[sandbox: length=40]]');
    const sends = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        send(userId, `Mine ${i} [[sandbox: length=40 gate=mine hold=20]]`),
      ),
    );
    const ids = sends.map((one) => one.generationId);
    const reading = read({ userId, until: ended(...ids) });
    await sandboxGate(engine.sandbox().url, 'mine').open(ids.length);
    const { store, items } = await reading;
    for (const id of ids) expect(store.read(id)).toMatchObject({ text: await wholeText(id), state: 'done' });
    expect(JSON.stringify(items)).not.toContain(foreign.generationId);
  });

  it('gives two readers the same bytes', async () => {
    const { userId } = await account();
    const { generationId } = await send(userId, 'Both [[sandbox: length=60 gate=both hold=20]]');
    const readings = [1, 2].map(() => read({ userId, until: ended(generationId) }));
    await sandboxGate(engine.sandbox().url, 'both').open();
    const texts = (await Promise.all(readings)).map(({ store }) => store.read(generationId)?.text);
    expect(texts[0]).toBe(await wholeText(generationId));
    expect(texts[1]).toBe(texts[0]);
  });

  it('continues by Last-Event-ID after every batch, live, without gap or repetition', async () => {
    const { userId } = await account();
    const { generationId } = await send(userId, 'Cut often [[sandbox: pace=15 length=80]]');
    const store = createReplyStore();
    const pieces: string[] = [];
    let lastEventId: string | undefined;
    let connections = 0;
    while (!store.read(generationId)?.end) {
      // Two batches per connection: the greeting, and the next growth.
      const reading = await read({ userId, lastEventId, store, until: ({ batches }) => batches >= 2 });
      for (const item of reading.items)
        if (item.type === 'reply' && item.generationId === generationId) pieces.push(item.text?.text ?? '');
      lastEventId = reading.id;
      connections += 1;
    }
    const whole = await wholeText(generationId);
    expect(connections).toBeGreaterThan(5);
    expect(pieces.join('')).toBe(whole);
    expect(store.read(generationId)?.text).toBe(whole);
  });

  it('continues from every number of a reply that has ended, to its end', async () => {
    const { userId } = await account();
    const { generationId } = await send(userId, 'Ended [[sandbox: pace=15 length=30]]');
    const whole = await wholeText(generationId);
    const events: NumberedEvent[] = [];
    const signal = AbortSignal.timeout(90_000);
    for await (const event of readReply({ generationId, cursor: START_CURSOR, signal })) events.push(event);
    expect(events.length).toBeGreaterThan(5);
    for (const { number, event } of events) {
      if (event.type !== 'text') continue;
      const length = event.at + event.text.length;
      const store = createReplyStore();
      const cursor = { number, text: length, thinking: 0 };
      store.seed(generationId, { text: whole.slice(0, length), thinking: '', cursor });
      const lastEventId = `${generationId}:${number}.${length}.0`;
      const { items } = await read({ userId, lastEventId, store, until: ended(generationId) });
      expect(store.read(generationId)).toMatchObject({ text: whole, state: 'done' });
      const rest = items.map((item) => (item.type === 'reply' ? (item.text?.text ?? '') : '')).join('');
      expect(rest).toBe(whole.slice(length));
    }
  });

  it('reports a foreign or unknown reply as gone, and delivers none of it', async () => {
    const { userId } = await account();
    const other = await account();
    const foreign = await send(other.userId, 'Theirs [[sandbox: length=20]]');
    const unknown = newId();
    const have = `${foreign.generationId}:0.0.0,${unknown}:0.0.0`;
    const { items } = await read({ userId, have, until: ({ batches }) => batches >= 1 });
    expect(items).toEqual([
      { type: 'hello', running: [] },
      { type: 'gone', generationId: foreign.generationId },
      { type: 'gone', generationId: unknown },
    ]);
  });

  it('notifies a second device that a reply began, ended and what its result is', async () => {
    const { userId } = await account();
    let begun: Promise<string> | undefined;
    const { store, items } = await read({
      userId,
      until: ({ items }) => {
        begun ??= send(userId, 'From elsewhere [[sandbox: length=30]]').then((one) => one.generationId);
        const types = items.map((item) => (item.type === 'event' ? item.event.type : item.type));
        return types.includes('reply-ended') && types.includes('balance');
      },
    });
    const generationId = await begun!;
    const events = items.flatMap((item): UserEvent[] => (item.type === 'event' ? [item.event] : []));
    expect(events).toContainEqual(expect.objectContaining({ type: 'reply-begun', generationId }));
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'reply-ended', generationId, state: 'done' }),
    );
    expect(store.read(generationId)?.text).toBe(await wholeText(generationId));
  });

  it('numbers the events of an account, and returns the newest number', async () => {
    const { userId } = await account();
    const isOver = ({ items }: { items: StreamItem[] }) =>
      items.some((item) => item.type === 'newest' && item.number > 0);
    let published: Promise<void> | undefined;
    const { items } = await read({
      userId,
      until: (reading) => {
        published ??= publishTwice(userId);
        return isOver(reading);
      },
    });
    await published;
    const numbers = items.flatMap((item) =>
      item.type === 'event' || item.type === 'newest' ? [[item.type, item.number]] : [],
    );
    expect(await newestUserEvent(userId)).toBe(2);
    expect(numbers.at(-1)).toEqual(['newest', 2]);
    expect(await newestUserEvent((await account()).userId)).toBe(0);
    // A subscription may begin after the first of them: its number shows that.
    expect([
      [['newest', 2]],
      [
        ['event', 2],
        ['newest', 2],
      ],
      [
        ['event', 1],
        ['event', 2],
        ['newest', 2],
      ],
    ]).toContainEqual(numbers);
  });

  it('sends its readers to another web process when its own one drains', async () => {
    const { userId } = await account();
    const { generationId } = await send(userId, 'Moving [[sandbox: length=120 gate=moving hold=20]]');
    const first = await read({
      userId,
      origin: leaving.origin(),
      until: ({ store }) => {
        if (store.read(generationId)?.text) leaving.drain();
        return false;
      },
    });
    expect(first.store.read(generationId)?.end).toBeNull();
    const moved = read({ userId, lastEventId: first.id, store: first.store, until: ended(generationId) });
    await sandboxGate(engine.sandbox().url, 'moving').open();
    const second = await moved;
    expect(second.store.read(generationId)).toMatchObject({
      text: await wholeText(generationId),
      state: 'done',
    });
  });

  it('is for signed-in users', async () => {
    expect((await fetch(`${api.origin()}/api/events`)).status).toBe(401);
  });
});
