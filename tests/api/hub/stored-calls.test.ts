import { beforeEach, describe, expect, it, vi } from 'vitest';
import { setPrivacy, type Privacy } from '#app/core/accounts/account-settings.ts';
import { startSession } from '#app/core/accounts/sessions/session-lifetime.ts';
import { knownKeys } from '#app/core/api-keys/known-keys.ts';
import { pruneContents } from '#app/core/call-contents/call-contents.ts';
import { eraseAccount } from '#app/core/deletion/account-deletion.ts';
import { signAccessToken } from '#app/http/session/access-token.ts';
import { change, selectRow, selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { createKey } from '#tests/factories/create-key.ts';
import { createModel, TEST_MODEL } from '#tests/factories/create-model.ts';
import { createImageModel, PICTURE_MODEL } from '#tests/factories/create-image-model.ts';
import { createVideoModel, VIDEO_MODEL } from '#tests/factories/video-call.ts';
import { postJson } from '#tests/fixtures/json-post.ts';
import { PIXEL_URL } from '#tests/fixtures/pixel.ts';
import { sandboxGate } from '#tests/fixtures/sandbox-gate.ts';
import { useApi } from '#tests/setup/api.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { responsesOf, type Caller } from './responses-stage.ts';

const engine = useEngine();
const api = useApi();

let caller: Caller;
beforeEach(async () => {
  caller = await responsesOf(api.origin());
});

/** Sets the switches of the account, which its keys apply at once. */
async function turn(switches: Partial<Privacy>, { userId } = caller.owner): Promise<void> {
  await setPrivacy(userId, { keepsCalls: false, refusesStore: false, ...switches });
  knownKeys.clear();
}

const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  postJson(`${api.origin()}/api/v1/${path}`, body, { bearer: caller.owner.value, headers });

async function complete(content: string, more: object = {}, headers: Record<string, string> = {}) {
  const body = { model: TEST_MODEL, messages: [{ role: 'user', content }], ...more };
  const answer = await post('chat/completions', body, headers);
  await answer.text();
  return answer.headers.get('x-generation-id')!;
}

async function contentOf(id: string, key = caller.owner.value) {
  const url = `${api.origin()}/api/v1/generation/content?id=${id}`;
  const answer = await fetch(url, { headers: { authorization: `Bearer ${key}` } });
  return { status: answer.status, body: (await answer.json()) as unknown };
}

/** The output of a call, once it has ended. */
const outputOf = (id: string) =>
  vi.waitFor(
    async () => {
      const { body } = await contentOf(id);
      const { output } = (body as { data: { output: { state: string | null } } }).data;
      if (output.state === null) throw new Error('it runs');
      return output;
    },
    { timeout: 30_000, interval: 50 },
  );

const rows = () => selectRows<{ id: string }>(AUTOCOMMIT, 'SELECT id FROM call_contents ORDER BY id');
const newest = async () => (await rows()).at(-1)!.id;

describe('bodies and answers of calls', () => {
  it('are not stored by default', async () => {
    const id = await complete('Hello [[sandbox: text="Good day"]]');
    expect(await contentOf(id)).toMatchObject({ status: 404, body: { error: { param: 'id' } } });
    expect(await rows()).toEqual([]);
  });

  it('are stored, sealed, for an account that wants it, and read by it alone', async () => {
    await turn({ keepsCalls: true });
    const id = await complete('Hello [[sandbox: text="Good day" thinking="A greeting"]]');
    expect(await contentOf(`chatcmpl-${id}`)).toEqual({
      status: 200,
      body: {
        data: {
          id,
          input: expect.objectContaining({
            model: TEST_MODEL,
            messages: [{ role: 'user', content: 'Hello [[sandbox: text="Good day" thinking="A greeting"]]' }],
          }) as unknown,
          output: {
            completion: 'Good day',
            reasoning: 'A greeting',
            choices: [{ content: 'Good day', reasoning: 'A greeting', refusal: '', tool_calls: [] }],
            files: [],
            embeddings: [],
            state: 'done',
          },
        },
      },
    });
    const stored = await selectRow(AUTOCOMMIT, 'SELECT request, answer FROM call_contents WHERE id = ?', [
      id,
    ]);
    expect(JSON.stringify(stored)).not.toMatch(/Hello|Good day/);
    const other = await createKey();
    expect((await contentOf(id, other.value)).status).toBe(404);
  });

  it('are stored for a call that failed, that was streamed, that is a response, and once for a repeat', async () => {
    await turn({ keepsCalls: true });
    await complete('[[sandbox: fault=500]]');
    const [failed] = await rows();
    const streamed = await complete('[[sandbox: text="In pieces"]]', { stream: true });
    const { id: response } = await caller.create({ input: '[[sandbox: text="Yes"]]', store: false });
    const named = { 'idempotency-key': 'the same' };
    const first = await complete('[[sandbox: text="Once"]]', {}, named);
    expect(await complete('[[sandbox: text="Once"]]', {}, named)).toBe(first);
    const states = [];
    for (const id of [failed!.id, streamed, response, first]) {
      const { body } = await contentOf(id);
      const { data } = body as { data: { output: { completion: string | null; state: string } } };
      states.push([data.output.completion, data.output.state]);
    }
    expect(states).toEqual([
      [null, 'failed'],
      ['In pieces', 'done'],
      ['Yes', 'done'],
      ['Once', 'done'],
    ]);
    expect(await rows()).toHaveLength(4);
  });

  it('are stored for images, videos and vectors, and for a running call', async () => {
    await turn({ keepsCalls: true });
    await createImageModel();
    await createVideoModel();
    await createModel({
      id: 'sandbox/vectors',
      supports: ['text-to-embedding'],
      capabilities: [],
      offers: [{ provider: 'sandbox', upstreamModel: 'sandbox-embedding' }],
    });
    const made = { completion: null, reasoning: null, choices: [], files: [], embeddings: [], state: 'done' };
    const aFile = [expect.any(String)];
    const prompt = 'A boat [[sandbox: delay=0]]';

    await (await post('images/generations', { model: PICTURE_MODEL, prompt })).text();
    const picture = await newest();
    expect(await outputOf(picture)).toEqual({ ...made, files: aFile });
    expect(await contentOf(picture)).toMatchObject({
      body: { data: { input: { model: PICTURE_MODEL, prompt } } },
    });
    const edit = { model: PICTURE_MODEL, prompt, size: '1024x1024', images: [{ image_url: PIXEL_URL }] };
    await (await post('images/edits', edit)).text();
    expect(await contentOf(await newest())).toMatchObject({ body: { data: { input: edit } } });

    const film = { model: VIDEO_MODEL, prompt, seconds: 4, input_reference: { image_url: PIXEL_URL } };
    await (await post('videos', film)).text();
    expect(await outputOf(await newest())).toEqual({ ...made, files: aFile });
    expect(await contentOf(await newest())).toMatchObject({ body: { data: { input: film } } });

    const input = ['one', 'two'];
    await (await post('embeddings', { model: 'sandbox/vectors', input })).text();
    const embeddings = [expect.any(String), expect.any(String)];
    expect(await outputOf(await newest())).toEqual({ ...made, embeddings });

    const gate = sandboxGate(engine.sandbox().url, 'stored');
    const running = complete('[[sandbox: gate=stored text="Later"]]');
    await vi.waitUntil(async () => (await gate.waiting()) === 1, { timeout: 30_000 });
    expect(await contentOf(await newest())).toMatchObject({
      status: 200,
      body: { data: { output: { ...made, state: null } } },
    });
    await gate.open();
    expect(await outputOf(await running)).toMatchObject({ completion: 'Later', state: 'done' });
  });

  it('are not stored for a refused call, and are deleted after their time and with the account', async () => {
    const poor = await createKey({ creditMicro: 1n });
    await turn({ keepsCalls: true }, poor);
    await turn({ keepsCalls: true });
    const body = { model: TEST_MODEL, messages: [{ role: 'user', content: 'Hello' }] };
    const refused = await postJson(`${api.origin()}/api/v1/chat/completions`, body, { bearer: poor.value });
    expect(refused.status).toBe(402);
    expect(await rows()).toEqual([]);
    const old = await complete('[[sandbox: text="Old"]]');
    const young = await complete('[[sandbox: text="Young"]]');
    await change(AUTOCOMMIT, 'UPDATE call_contents SET created_at = NOW(3) - INTERVAL 31 DAY WHERE id = ?', [
      old,
    ]);
    expect(await pruneContents(30)).toBe(1);
    expect(await rows()).toEqual([{ id: young }]);
    const { userId } = caller.owner;
    await change(AUTOCOMMIT, 'UPDATE users SET deleted_at = NOW(3) - INTERVAL 1 DAY WHERE id = ?', [userId]);
    await eraseAccount({ userId });
    expect(await rows()).toEqual([]);
  });
});

describe('an account that never stores responses', () => {
  it('gets an answer that is not stored, whatever its call asks for', async () => {
    await turn({ refusesStore: true });
    const asked = await caller.create({ input: '[[sandbox: text="Yes"]]', store: true });
    expect(asked).toMatchObject({ http: 200, status: 'completed', store: false });
    expect(asked.headers.get('x-parlance-ignored-parameters')).toBe('store');
    const silent = await caller.create({ input: '[[sandbox: text="Yes"]]' });
    expect(silent).toMatchObject({ http: 200, store: false });
    expect(silent.headers.get('x-parlance-ignored-parameters')).toBeNull();
    const streamed = await caller.stream({ input: '[[sandbox: text="Yes"]]', store: true });
    expect(streamed.headers.get('x-parlance-ignored-parameters')).toBe('store');
    await streamed.text();
    const next = await caller.create({ input: 'And then?', previous_response_id: asked.id });
    expect(next).toMatchObject({ http: 404, error: { param: 'previous_response_id' } });
    expect(next.error.message).toContain('was not stored');
    expect(await selectRows(AUTOCOMMIT, 'SELECT id FROM responses')).toEqual([]);
  });

  it('gets an error that explains why it cannot use background responses', async () => {
    await turn({ refusesStore: true });
    expect(await caller.create({ input: 'Hello', background: true })).toMatchObject({
      http: 400,
      error: { param: 'background', message: expect.stringContaining('never stores') as string },
    });
  });

  it('sets and reads its switches by call', async () => {
    const { userId } = caller.owner;
    const session = { userId, kind: 'api' as const, userAgent: null, address: null };
    const sessionId = await startSession(AUTOCOMMIT, session);
    const bearer = await signAccessToken({ userId, sessionId });
    const change = async (body: object) => {
      const answer = await postJson(`${api.origin()}/api/user`, body, { method: 'PATCH', bearer });
      return { status: answer.status, body: (await answer.json()) as object };
    };
    expect(await change({ keepsCalls: true })).toMatchObject({
      status: 200,
      body: { keepsCalls: true, refusesStore: false, defaultModel: null },
    });
    expect(await change({ refusesStore: true })).toMatchObject({
      status: 200,
      body: { keepsCalls: true, refusesStore: true },
    });
    for (const wrong of [{}, { keepsCalls: 'yes' }, { other: true }])
      expect((await change(wrong)).status).toBe(400);
  });
});
