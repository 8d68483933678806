import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { ROOT_ID } from '#app/contracts/chat.ts';
import { newId } from '#app/core/platform/ids.ts';
import { selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { createModel, TEST_MODEL } from '#tests/factories/create-model.ts';
import { createPictureModel, PICTURE_MODEL } from '#tests/factories/create-picture-model.ts';
import { createVideoModel, VIDEO_MODEL } from '#tests/factories/video-call.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { readSse, type ReceivedEvent } from '#tests/setup/read-sse.ts';
import { useApi } from '#tests/setup/api.ts';
import { callersOf } from '#tests/fixtures/playground-callers.ts';

useEngine();
const api = useApi();
const newCaller = callersOf(api);

async function eventsOf(response: Response): Promise<Record<string, unknown>[]> {
  const events: ReceivedEvent[] = [];
  for await (const event of readSse(response)) events.push(event);
  return events.map(({ data }) => data);
}

describe('POST /api/playground', () => {
  it('answers with pieces of text, and with the cost at the end', async () => {
    const { ask } = await newCaller();
    const response = await ask({ messages: 'Rivers [[sandbox: text="The Nile" pace=0]]' });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch('text/event-stream');
    const events = await eventsOf(response);
    expect(events.map(({ text }) => text).join('')).toBe('The Nile');
    expect(new Set(events.map(({ responseId }) => responseId)).size).toBe(1);
    expect(events.at(-1)).toMatchObject({ final: true, state: 'done', images: [], video: null });
    expect(Number(events.at(-1)!['costMicro'])).toBeGreaterThan(0);
  });

  it('takes an id that the client has made, zeros as no parent, and a provider as the catalogue names it', async () => {
    const { ask } = await newCaller();
    const conversationId = randomUUID();
    const first = await eventsOf(
      await ask({
        messages: 'Rivers [[sandbox: text="The Nile" pace=0]]',
        providers: ['Sandbox'],
        conversationId,
        parentMessageId: ROOT_ID,
      }),
    );
    expect(first.at(-1)).toMatchObject({ final: true, state: 'done', conversationId });
    const { responseId: parentMessageId } = first.at(-1)!;
    const again = { messages: 'And? [[sandbox: pace=0]]', conversationId, parentMessageId };
    expect((await eventsOf(await ask(again))).at(-1)).toMatchObject({ final: true, conversationId });
    const rows = await selectRows(
      AUTOCOMMIT,
      'SELECT title, next_position FROM playgrounds WHERE client_id = ?',
      [conversationId],
    );
    expect(rows).toEqual([{ title: expect.stringContaining('Rivers') as string, next_position: 3 }]);
    // The same id of another account names a conversation of its own, and the id of ours none.
    const other = await newCaller();
    expect((await other.ask(again)).status).toBe(400);
    expect((await other.ask({ messages: 'Hi', conversationId: newId() })).status).toBe(404);
  });

  it('asks every provider of the list, at once as well, in one conversation', async () => {
    await createModel({ id: 'acme/both', offers: [{ provider: 'sandbox' }, { provider: 'sandbox-b' }] });
    const { ask } = await newCaller();
    const conversationId = randomUUID();
    const both = {
      model: 'acme/both',
      messages: 'Rivers [[sandbox: text="The Nile" pace=0]]',
      conversationId,
    };
    const [events, alone] = await Promise.all([
      ask({ ...both, providers: ['Sandbox', 'Sandbox B', 'sandbox'] }).then(eventsOf),
      ask({ ...both, model: TEST_MODEL, providers: ['sandbox'] }).then(eventsOf),
    ]);
    const answers = new Map<unknown, string>();
    for (const { responseId, text } of events)
      answers.set(responseId, `${answers.get(responseId) ?? ''}${text as string}`);
    expect([...answers.values()]).toEqual(['The Nile', 'The Nile']);
    expect(events.filter(({ final }) => final)).toHaveLength(2);
    expect(alone.at(-1)).toMatchObject({ final: true, conversationId });
    const rows = await selectRows(AUTOCOMMIT, 'SELECT id FROM playgrounds WHERE client_id = ?', [
      conversationId,
    ]);
    expect(rows).toHaveLength(1);
  });

  it('says by the status and the field what is wrong', async () => {
    const { ask } = await newCaller();
    const wrong: [object, number, string][] = [
      [{ messages: ' ' }, 400, 'messages'],
      [{ messages: 'Hi', providers: [] }, 400, 'providers'],
      [{ messages: 'Hi', providers: ['Acme'] }, 400, 'providers'],
      [{ messages: 'Hi', conversationId: 'a b' }, 400, 'conversationId'],
      [{ messages: 'Hi', files: ['a'] }, 404, 'files'],
      [{ messages: 'Hi', files: ['a', 'b', 'c', 'd', 'e'] }, 400, 'files'],
      [{ messages: 'Hi', model: 'no/such' }, 404, 'model'],
    ];
    for (const [body, status, param] of wrong) {
      const response = await ask(body);
      const answer = (await response.json()) as { error: { param: string } };
      expect([response.status, answer.error.param]).toEqual([status, param]);
    }
  });

  it('says Insufficient balance to who has none', async () => {
    const { ask } = await newCaller(0n);
    const response = await ask({ messages: 'Hi' });
    expect([response.status, await response.text()]).toEqual([
      402,
      expect.stringContaining('Insufficient balance'),
    ]);
  });
});

describe('pictures', () => {
  beforeEach(async () => {
    await createPictureModel();
  });

  it('come with the end of the call, for their owner alone', async () => {
    const { ask, call } = await newCaller();
    const response = await ask({ model: PICTURE_MODEL, messages: 'A tram [[sandbox: delay=0]]' });
    const last = (await eventsOf(response)).at(-1) as { images: { url: string; width: number }[] };
    expect(last).toMatchObject({ final: true, state: 'done', images: [{ width: 1024, height: 1024 }] });
    const { url } = last.images[0]!;
    expect((await call(url)).headers.get('content-type')).toBe('image/png');
    expect((await (await newCaller()).call(url)).status).toBe(404);
  });
});

describe('videos', () => {
  beforeEach(async () => {
    await createVideoModel();
  });

  it('come with the end of the call, for their owner alone', async () => {
    const { ask, call } = await newCaller();
    const response = await ask({ model: VIDEO_MODEL, messages: 'A tram [[sandbox: delay=0]]' });
    const last = (await eventsOf(response)).at(-1) as { video: { url: string } };
    expect(last).toMatchObject({
      final: true,
      state: 'done',
      images: [],
      video: { content_type: 'video/mp4', width: 720, height: 1280 },
    });
    expect((await call(last.video.url)).headers.get('content-type')).toBe('video/mp4');
    expect((await (await newCaller()).call(last.video.url)).status).toBe(404);
  });
});
