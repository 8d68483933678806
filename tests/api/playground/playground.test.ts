import { beforeEach, describe, expect, it } from 'vitest';
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

  it('says by the status and the field what is wrong', async () => {
    const { ask } = await newCaller();
    const wrong: [object, number, string][] = [
      [{ messages: ' ' }, 400, 'messages'],
      [{ messages: 'Hi', providers: [] }, 400, 'providers'],
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
