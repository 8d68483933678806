import { beforeEach, describe, expect, it } from 'vitest';
import { eraseAccount } from '#app/core/deletion/account-deletion.ts';
import { pruneResponses } from '#app/core/responses/responses.ts';
import { change, selectRow, selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { TEST_MODEL } from '#tests/factories/create-model.ts';
import { sandboxGate } from '#tests/fixtures/sandbox-gate.ts';
import { useApi } from '#tests/setup/api.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { readSse } from '#tests/setup/read-sse.ts';
import { eventsOf, responsesOf, textOf, type Caller } from './responses-stage.ts';

const engine = useEngine();
const api = useApi();

let caller: Caller;
beforeEach(async () => {
  caller = await responsesOf(api.origin());
});

const sentMessages = () =>
  (engine.sandbox().requests().at(-1)!.body as { messages: { role: string; content: unknown }[] }).messages;
/** An answer that has begun, and continues when its gate is opened. */
const GROWING = '[[sandbox: length=60 gate=growing hold=20]]';
const letGoOn = () => sandboxGate(engine.sandbox().url, 'growing').open();
const generationOf = (id: string) => id.slice('resp_'.length);

describe('a stored response', () => {
  it('is read again as it was answered, unstreamed and streamed', async () => {
    const input = '[[sandbox: text="Yes" thinking="Let me see"]]';
    const made = await caller.create({ input, instructions: 'Be brief.', metadata: { a: 'b' } });
    const { http, headers: _headers, ...whole } = made;
    expect(http).toBe(200);
    expect(whole).toMatchObject({ store: true, status: 'completed', instructions: 'Be brief.' });
    const again = await caller.get(whole.id);
    expect(again).toMatchObject({ ...whole, completed_at: expect.any(Number) as number });
    const streamed = await eventsOf(await caller.stream({ input: '[[sandbox: text="Good day" length=9]]' }));
    const { response } = streamed.at(-1) as { response: { id: string } };
    // A later reader gets the time of completion, not the time of reading: the clock shows another second by
    // then.
    const second = () => Math.floor(Date.now() / 1000);
    const streamedAt = second();
    await expect.poll(second).toBeGreaterThan(streamedAt);
    const replayed = await caller.events(`${response.id}?stream=true`);
    const { completed_at } = await caller.get(response.id);
    expect(replayed.at(-1)).toMatchObject({ response: { completed_at } });
    // It was streamed a moment before it was stored.
    const timeless = (events: object[]) =>
      JSON.parse(JSON.stringify(events).replaceAll(/"completed_at":\d+/g, '"completed_at":0')) as object[];
    expect(timeless(replayed)).toEqual(timeless(streamed));
    expect(await caller.events(`${response.id}?stream=true&starting_after=3`)).toEqual(replayed.slice(4));
  });

  it('is retrieved by the official client, with its input', async () => {
    const { client } = caller;
    const { id } = await client.responses.create({ model: TEST_MODEL, input: '[[sandbox: text="Yes"]]' });
    const read = await client.responses.retrieve(id);
    expect(read.output_text).toBe('Yes');
    const replay = client.responses.stream({ response_id: id, starting_after: 3 });
    const first = await new Promise((resolve) => replay.on('event', resolve));
    expect(first).toMatchObject({ sequence_number: 4 });
    expect((await replay.finalResponse()).output_text).toBe('Yes');
    const items = await client.responses.inputItems.list(id);
    expect(items.data).toMatchObject([
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: '[[sandbox: text="Yes"]]' }] },
    ]);
  });

  it('is sealed at rest, and deleted after its time and with its account', async () => {
    const { id } = await caller.create({ input: 'The secret word [[sandbox: text="is swordfish"]]' });
    const { userId } = caller.owner;
    const rows = () =>
      selectRows<Record<string, unknown>>(AUTOCOMMIT, 'SELECT * FROM responses WHERE user_id = ?', [userId]);
    const [row] = await rows();
    expect(row).toMatchObject({ id: generationOf(id), answer: expect.any(String) as string });
    expect(JSON.stringify(row)).not.toMatch(/secret word|swordfish/);
    expect(await pruneResponses(30)).toBe(0);
    await change(AUTOCOMMIT, 'UPDATE responses SET created_at = created_at - INTERVAL 31 DAY');
    expect(await pruneResponses(30)).toBe(1);
    expect((await caller.get(id)).http).toBe(404);
    await caller.create({ input: '[[sandbox: text="Again"]]' });
    await change(AUTOCOMMIT, 'UPDATE users SET deleted_at = NOW(3) WHERE id = ?', [userId]);
    await eraseAccount({ userId });
    expect(await rows()).toEqual([]);
  });

  it('does not exist after it was deleted, nor if it was not to be stored', async () => {
    const { id } = await caller.create({ input: '[[sandbox: text="Yes"]]' });
    const { http, ...deleted } = await caller.remove(id);
    expect({ http, deleted }).toMatchObject({
      http: 200,
      deleted: { id, object: 'response', deleted: true },
    });
    const unstored = await caller.create({ input: '[[sandbox: text="Yes"]]', store: false });
    expect(unstored).toMatchObject({ http: 200, store: false });
    for (const gone of [id, unstored.id, 'resp_nothing', 'nothing']) {
      const answers = [
        await caller.get(gone),
        await caller.get(`${gone}/input_items`),
        await caller.remove(gone),
        await caller.cancel(gone),
      ];
      for (const { http, error } of answers)
        expect({ http, ...error }).toMatchObject({ http: 404, param: 'id' });
      const next = await caller.create({ input: 'Hi', previous_response_id: gone });
      expect({ http: next.http, ...next.error }).toMatchObject({ http: 404, param: 'previous_response_id' });
    }
  });

  it('lists its input page by page, in both orders', async () => {
    const input = ['one', 'two', 'three'].map((content) => ({ role: 'user', content }));
    const { id } = await caller.create({
      input: [...input, { role: 'user', content: '[[sandbox: text="x"]]' }],
    });
    const words = async (query: string) => {
      const list = (await caller.get(`${id}/input_items?${query}`)) as unknown as {
        data: { id: string; content: { text: string }[] }[];
        has_more: boolean;
        last_id: string;
      };
      return {
        said: list.data.map(({ content }) => content[0]!.text),
        more: list.has_more,
        last: list.last_id,
      };
    };
    const first = await words('limit=2&order=asc');
    expect(first).toMatchObject({ said: ['one', 'two'], more: true });
    expect(await words(`limit=3&order=asc&after=${first.last}`)).toMatchObject({
      said: ['three', '[[sandbox: text="x"]]'],
      more: false,
    });
    expect((await words('limit=1')).said).toEqual(['[[sandbox: text="x"]]']);
    for (const [query, param] of [
      ['after=msg_1', 'after'],
      ['limit=0', 'limit'],
      ['order=up', 'order'],
    ]) {
      const { http, error } = await caller.get(`${id}/input_items?${query}`);
      expect({ http, param: error.param }).toEqual({ http: 400, param });
    }
  });

  it('of a client that leaves is the output so far, and was charged', async () => {
    const leaving = new AbortController();
    const answer = await caller.stream({ input: GROWING }, leaving.signal);
    let id = '';
    for await (const { event, data } of readSse(answer)) {
      if (event === 'response.created') ({ id } = (data as { response: { id: string } }).response);
      if (event !== 'response.output_text.delta') continue;
      leaving.abort();
      break;
    }
    await expect.poll(async () => (await caller.get(id)).status).toBe('cancelled');
    const left = await caller.get(id);
    expect(left.output).toMatchObject([{ type: 'message', status: 'incomplete' }]);
    expect(left.usage!.cost).toBeGreaterThan(0);
    expect(left.usage!.cost).toBeLessThan((60 * 4) / 1_000_000);
    const replayed = await caller.events(`${id}?stream=true`);
    expect(replayed.at(-1)).toMatchObject({ type: 'response.incomplete', response: { status: 'cancelled' } });
  });

  it('that failed reports it, with its output and its cost', async () => {
    const input = '[[sandbox: length=40 fault=error-mid after=10]]';
    const events = await eventsOf(await caller.stream({ input }));
    const { response } = events.at(-2) as { response: { id: string } };
    expect(await caller.get(response.id)).toMatchObject({
      http: 200,
      status: 'failed',
      error: { code: 'server_error' },
      output: [{ status: 'incomplete' }],
    });
    expect(await caller.events(`${response.id}?stream=true`)).toEqual(events);
  });

  it('is not stored when it is deleted while it is streamed, and reaches its client all the same', async () => {
    const answer = await caller.stream({ input: GROWING });
    const id = `resp_${answer.headers.get('x-generation-id')}`;
    expect((await caller.remove(id)).http).toBe(200);
    await letGoOn();
    expect((await eventsOf(answer)).at(-1)).toMatchObject({ response: { status: 'completed' } });
    expect((await caller.get(id)).http).toBe(404);
  });

  it('has one row and one charge for two clients of one Idempotency-Key', async () => {
    const body = { input: '[[sandbox: text="Once" gate=growing]]' };
    const both = [1, 2].map(() => caller.create(body, { 'idempotency-key': 'one' }));
    await letGoOn();
    const [first, second] = await Promise.all(both);
    expect(second!.id).toBe(first!.id);
    expect(first!.http).toBe(200);
    const row = await selectRow<{ rows_kept: string }>(
      AUTOCOMMIT,
      'SELECT COUNT(*) AS rows_kept FROM responses WHERE user_id = ?',
      [caller.owner.userId],
    );
    expect(row!.rows_kept).toBe('1');
    expect(engine.sandbox().requests()).toHaveLength(1);
    const third = await caller.create(body, { 'idempotency-key': 'one' });
    expect(third).toMatchObject({ id: first!.id, store: true });
    expect(textOf(third)).toBe('Once');
  });

  it('is answered without being stored if it is too long, and reports it', async () => {
    const input = [{ role: 'user', content: '[[sandbox: text="Yes"]]' }];
    const metadata = { input, instructions: 'é'.repeat(100) };
    expect((await caller.create(metadata)).store).toBe(true);
    const picture = `data:image/png;base64,${'A'.repeat(9 * 1024 * 1024)}`;
    const long = [{ type: 'reasoning', summary: [], encrypted_content: picture }, ...input];
    expect(await caller.create({ input: long })).toMatchObject({ http: 200, store: false });
    for (const more of [{ store: true }, { background: true }])
      expect(await caller.create({ input: long, ...more })).toMatchObject({
        http: 413,
        error: { code: 'payload_too_large', param: 'input' },
      });
  });
});

describe('a response that continues another', () => {
  it('sends the content of all previous ones, without their instructions', async () => {
    const first = await caller.create({
      input: 'Rome [[sandbox: tool=weather]]',
      instructions: 'Be brief.',
      tools: [{ type: 'function', name: 'weather', parameters: { type: 'object' } }],
    });
    const call = first.output.find(({ type }) => type === 'function_call')!;
    const second = await caller.create({
      previous_response_id: first.id,
      input: [{ type: 'function_call_output', call_id: call['call_id'], output: 'It rains.' }],
      tools: [{ type: 'function', name: 'weather', parameters: { type: 'object' } }],
    });
    expect(second).toMatchObject({ http: 200, previous_response_id: first.id });
    const third = await caller.create({ previous_response_id: second.id, input: '[[sandbox: text="Bye"]]' });
    expect(third.http).toBe(200);
    expect(sentMessages()).toMatchObject([
      { role: 'user', content: 'Rome [[sandbox: tool=weather]]' },
      { role: 'assistant', tool_calls: [{ id: call['call_id'], function: { name: 'weather' } }] },
      { role: 'tool', content: 'It rains.' },
      { role: 'assistant', content: textOf(second) },
      { role: 'user', content: '[[sandbox: text="Bye"]]' },
    ]);
    const { data } = (await caller.get(`${third.id}/input_items`)) as unknown as { data: object[] };
    expect(data).toHaveLength(1);
    await caller.remove(first.id);
    const { http, error } = await caller.create({ previous_response_id: third.id, input: 'Hi' });
    expect({ http, param: error.param }).toEqual({ http: 404, param: 'previous_response_id' });
    expect(error.message).toContain(first.id);
  });

  it('is refused while the other is in progress', async () => {
    const answer = await caller.stream({ input: GROWING });
    const id = `resp_${answer.headers.get('x-generation-id')}`;
    expect(await caller.create({ previous_response_id: id, input: 'Hi' })).toMatchObject({
      http: 409,
      error: { code: 'conflict', param: 'previous_response_id' },
    });
    await letGoOn();
    await eventsOf(answer);
    const next = await caller.create({ previous_response_id: id, input: '[[sandbox: text="Two"]]' });
    expect(textOf(next)).toBe('Two');
  });

  it('may reference items instead of sending them, of its own account only', async () => {
    const first = await caller.create({ input: '[[sandbox: text="Good day"]]' });
    const named = { type: 'item_reference', id: first.output[0]!['id'] };
    const more = { role: 'user', content: '[[sandbox: text="Bye"]]' };
    expect((await caller.create({ input: [{ id: named.id }, more] })).http).toBe(200);
    expect(sentMessages()).toMatchObject([{ role: 'assistant', content: 'Good day' }, { role: 'user' }]);
    const other = await responsesOf(api.origin());
    for (const [who, id] of [
      [other, named.id],
      [caller, 'msg_nothing'],
      [caller, `${String(named.id)}9`],
    ] as const) {
      const { http, error } = await who.create({ input: [more, { type: 'item_reference', id }] });
      expect({ http, param: error.param }).toEqual({ http: 404, param: 'input[1]' });
    }
    expect(await other.create({ previous_response_id: first.id, input: 'Hi' })).toMatchObject({
      http: 404,
      error: { param: 'previous_response_id' },
    });
  });

  it('is refused if the chain exceeds the limit', async () => {
    const first = await caller.create({ input: '[[sandbox: text="One"]]' });
    const ancestors = JSON.stringify(Array.from({ length: 256 }, () => generationOf(first.id)));
    await change(AUTOCOMMIT, 'UPDATE responses SET ancestors = ? WHERE id = ?', [
      ancestors,
      generationOf(first.id),
    ]);
    expect(await caller.create({ previous_response_id: first.id, input: 'Hi' })).toMatchObject({
      http: 400,
      error: { param: 'previous_response_id' },
    });
  });
});
