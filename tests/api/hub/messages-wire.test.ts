import { beforeEach, describe, expect, it } from 'vitest';
import { readBalance } from '#app/core/ledger/balances.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { createKey } from '#tests/factories/create-key.ts';
import { createModel, TEST_MODEL } from '#tests/factories/create-model.ts';
import { postJson } from '#tests/fixtures/json-post.ts';
import { readEvents } from '#tests/fixtures/message-events.ts';
import { BAD_MESSAGES, says } from './bad-messages.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { useApi } from '#tests/setup/api.ts';

// Anthropic's Messages with plain HTTP: details that its clients hide.
const engine = useEngine();
const api = useApi();

const CLAUDE = 'sandbox/messages';
let owner: Awaited<ReturnType<typeof createKey>>;
beforeEach(async () => {
  const offers = [{ provider: 'sandbox-messages', upstreamModel: 'sandbox-haiku-4-5' }];
  await createModel({ id: CLAUDE, endpoint: 'anthropic', offers });
  owner = await createKey();
});

const ask = (directive: string, more: object = {}) => ({
  model: TEST_MODEL,
  max_tokens: 4000,
  messages: says(`Rome [[sandbox: ${directive}]]`),
  ...more,
});
const post = (body: unknown, headers: Record<string, string> = {}, path = 'messages') =>
  postJson(`${api.origin()}/api/v1/${path}`, body, { headers: { 'x-api-key': owner.value, ...headers } });
const spent = async () => Number(1_000_000n - (await readBalance(AUTOCOMMIT, owner.userId)).balanceMicro);
const providerRequests = () => engine.sandbox().requests();

interface WireError {
  type: string;
  error: { type: string; message: string; details?: object };
  request_id: string;
}
const refusal = async (answer: Response) => ({
  status: answer.status,
  ...((await answer.json()) as WireError),
});

const WEATHER = {
  name: 'weather',
  input_schema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
};

describe('a streamed message', () => {
  it('is a sequence of events in the order of its maker, each named twice', async () => {
    const answer = await post(ask('text="Hi there"', { stream: true }));
    expect(answer.headers.get('content-type')).toMatch(/^text\/event-stream/);
    const events = readEvents(await answer.text());
    expect(events.every(({ event, data }) => data.type === event)).toBe(true);
    const [start, ...rest] = events.map(({ data }) => data);
    expect(start).toMatchObject({
      message: {
        id: `msg_${answer.headers.get('x-generation-id')}`,
        type: 'message',
        role: 'assistant',
        model: TEST_MODEL,
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { input_tokens: expect.any(Number) as number, output_tokens: 0 },
      },
    });
    const types = rest.map(({ type }) => type);
    expect([...new Set(types)]).toEqual([
      'content_block_start',
      'content_block_delta',
      'content_block_stop',
      'message_delta',
      'message_stop',
    ]);
    expect(types.filter((type) => type !== 'content_block_delta')).toHaveLength(4);
    expect(rest[0]).toEqual({
      type: 'content_block_start',
      index: 0,
      content_block: { type: 'text', text: '' },
    });
    const end = rest.at(-2) as unknown as {
      delta: object;
      usage: { input_tokens: number; output_tokens: number };
    };
    expect(end.delta).toMatchObject({ stop_reason: 'end_turn', stop_sequence: null });
    expect(await spent()).toBe(end.usage.input_tokens + 4 * end.usage.output_tokens);
  });

  it('has a block for reasoning, for text and for each call, by rising index, and the maker’s signature', async () => {
    const more = {
      model: CLAUDE,
      stream: true,
      tools: [WEATHER],
      thinking: { type: 'enabled', budget_tokens: 3000 },
    };
    const answer = await post(ask('thinking="Let me see" calls=2 text="I look."', more));
    const events = readEvents(await answer.text()).map(({ data }) => data);
    const starts = events.filter(({ type }) => type === 'content_block_start');
    expect(starts).toMatchObject([
      { index: 0, content_block: { type: 'thinking', thinking: '', signature: '' } },
      { index: 1, content_block: { type: 'text', text: '' } },
      { index: 2, content_block: { type: 'tool_use', name: 'weather', input: {} } },
      { index: 3, content_block: { type: 'tool_use', name: 'weather', input: {} } },
    ]);
    let open = -1;
    for (const { type, index } of events) {
      if (type === 'content_block_start') open = index as number;
      else if (type === 'content_block_delta' || type === 'content_block_stop') expect(index).toBe(open);
    }
    expect(JSON.stringify(events)).toContain('"type":"signature_delta"');
    expect(events.at(-2)).toMatchObject({ delta: { stop_reason: 'tool_use' } });
    expect(providerRequests()[0]?.body).toMatchObject({ thinking: { type: 'enabled' } });
  });

  it('leaves out unsigned reasoning', async () => {
    const text = await (await post(ask('thinking="Let me see" text=Yes', { stream: true }))).text();
    expect(text).not.toContain('thinking_delta');
    expect(text).toContain('text_delta');
  });

  it('that fails ends with an error event, and its output is charged', async () => {
    const answer = await post(ask('length=40 fault=error-mid after=10', { stream: true }));
    expect(answer.status).toBe(200);
    const events = readEvents(await answer.text());
    expect(events.at(-1)).toMatchObject({
      event: 'error',
      data: { error: { type: expect.any(String) as string }, request_id: answer.headers.get('request-id') },
    });
    expect(events.some(({ event }) => event === 'message_stop')).toBe(false);
    await expect.poll(spent).toBeGreaterThan(0);
  });
});

describe('an unstreamed message', () => {
  it('has the blocks, the usage without cached tokens, and a receipt', async () => {
    const answer = await post(ask('text="Hi" cached=5', { model: CLAUDE }));
    const message = (await answer.json()) as { id: string; usage: Record<string, number> };
    expect(message).toMatchObject({
      type: 'message',
      role: 'assistant',
      model: CLAUDE,
      content: [{ type: 'text', text: 'Hi' }],
      stop_reason: 'end_turn',
      usage: { cache_read_input_tokens: 5, cache_creation_input_tokens: 0 },
    });
    const headers = { authorization: `Bearer ${owner.value}` };
    const receipt = await fetch(`${api.origin()}/api/v1/generation?id=${message.id}`, { headers });
    expect(await receipt.json()).toMatchObject({ model: CLAUDE, charged_micro: await spent() });
    const listed = await api.as(owner.userId)('/api/hub/activity');
    expect(await listed.json()).toMatchObject({ activity: [{ kind: 'api', state: 'done', model: CLAUDE }] });
    expect(message.usage['cost']! * 1_000_000).toBeCloseTo(await spent(), 3);
  });

  it.each([
    ['max_tokens', 'length=40', { max_tokens: 10 }],
    ['refusal', 'refusal="I will not"', {}],
    ['tool_use', 'tool=weather', { tools: [WEATHER], tool_choice: { type: 'any' } }],
    ['stop_sequence', 'text="one two three"', { stop_sequences: ['three', 'two'] }],
  ])('has the reason of its end: %s', async (reason, directive, more) => {
    const message = (await (await post(ask(directive, { model: CLAUDE, ...more }))).json()) as object;
    const sequence = reason === 'stop_sequence' ? 'two' : null;
    expect(message).toMatchObject({ stop_reason: reason, stop_sequence: sequence });
  });

  it('handles a conversation with tools: signed reasoning, images in results, cache markers', async () => {
    const thinking = { type: 'enabled', budget_tokens: 3000 };
    const system = [{ type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' } }];
    const more = { model: CLAUDE, tools: [WEATHER], thinking, system };
    const first = ask('thinking="Let me see" tool=weather', more);
    const { content } = (await (await post(first)).json()) as { content: { type: string; id: string }[] };
    const call = content.find(({ type }) => type === 'tool_use')!;
    const result = {
      type: 'tool_result',
      tool_use_id: call.id,
      content: [{ type: 'text', text: 'It rains.', cache_control: { type: 'ephemeral' } }],
    };
    const answer = await post({
      ...first,
      messages: [...first.messages, { role: 'assistant', content }, { role: 'user', content: [result] }],
    });
    expect(await answer.json()).toMatchObject({ stop_reason: 'end_turn' });
    expect(providerRequests().at(-1)?.body).toMatchObject({
      system: [{ text: 'Be brief.', cache_control: { type: 'ephemeral' } }],
      messages: [
        {},
        {
          content: [
            { type: 'thinking', thinking: 'Let me see' },
            { type: 'tool_use', id: call.id },
          ],
        },
        { content: [{ type: 'tool_result', content: [{ cache_control: { type: 'ephemeral' } }] }] },
      ],
    });
  });
});

describe('an answer of this dialect', () => {
  it('has the request’s id, the caller’s limits, and parameters without effect by the caller’s names', async () => {
    const more = { metadata: { user_id: 'me' }, thinking: { type: 'adaptive' }, stop_sequences: ['x'] };
    await createModel({ id: 'sandbox/stubborn', parameters: { stop: false, reasoning_effort: false } });
    const body = ask('text=Hi', { model: 'sandbox/stubborn', ...more });
    await expect.poll(async () => (await post(body)).status).toBe(200);
    const { headers } = await post(body, {
      'anthropic-beta': 'unheard-of',
      'anthropic-version': '2023-06-01',
    });
    expect(headers.get('request-id')).toBe(headers.get('x-request-id'));
    const ignored = headers.get('x-parlance-ignored-parameters')?.split(', ').toSorted();
    expect(ignored).toEqual(['metadata', 'stop_sequences', 'thinking']);
  });

  it.each(BAD_MESSAGES)('names the error: %s', async (_what, fields, message) => {
    for (const path of ['messages', 'messages?beta=true']) {
      const answer = await post({ ...ask('text=Hi'), ...fields }, {}, path);
      expect(answer.headers.get('request-id')).toBeTruthy();
      const { status, type, error, request_id } = await refusal(answer);
      expect({ status, type, kind: error.type }).toEqual({
        status: 400,
        type: 'error',
        kind: 'invalid_request_error',
      });
      expect(error.message).toMatch(message);
      expect(request_id).toBe(answer.headers.get('request-id'));
    }
    expect(providerRequests()).toHaveLength(0);
  });

  it('tells clients that conversations are not stored here, with the code that they handle by themselves', async () => {
    const { status, error } = await refusal(await post({ ...ask('text=Hi'), thread: { type: 'create' } }));
    expect(status).toBe(400);
    expect(error.details).toEqual({ error_code: 'thread_unsupported_request' });
  });

  it('fails with the maker’s text, and is free before the first byte', async () => {
    const poor = await createKey({ creditMicro: 0n });
    const long = { ...ask(''), messages: says('word '.repeat(140_000)) };
    const cases: [Promise<Response>, number, string][] = [
      [post(ask('text=Hi'), { 'x-api-key': 'sk-par-wrong' }), 401, 'authentication_error'],
      [post(ask('text=Hi'), { 'x-api-key': poor.value }), 402, 'billing_error'],
      [post({ ...ask('text=Hi'), model: 'claude-nobody-9' }), 404, 'not_found_error'],
      [post('{"model"'), 400, 'invalid_request_error'],
      [post(long), 400, 'invalid_request_error'],
      [post(ask('fault=529')), 529, 'overloaded_error'],
      [post(ask('fault=429')), 429, 'rate_limit_error'],
      [post(ask('fault=529', { stream: true })), 529, 'overloaded_error'],
      [fetch(`${api.origin()}/api/v1/messages`), 405, 'invalid_request_error'],
      [post({}, { 'anthropic-version': '2023-06-01' }, 'messages/batches'), 404, 'not_found_error'],
    ];
    for (const [asking, status, type] of cases) {
      const answer = await asking;
      expect({ status: answer.status, type: (await refusal(answer)).error.type }).toEqual({ status, type });
      expect(answer.headers.get('request-id')).toBeTruthy();
      expect(answer.headers.get('x-should-retry')).toMatch(/^(?:true|false)$/);
    }
    expect((await refusal(await post(long))).error.message).toMatch(
      /^prompt is too long: \d+ tokens > 128000 maximum$/,
    );
    expect(await spent()).toBe(0);
  });

  it('is the first one again for the repeats of an Idempotency-Key, also concurrent ones', async () => {
    const body = ask('length=30');
    const named = { 'idempotency-key': 'order 7' };
    const answers = await Promise.all(Array.from({ length: 4 }, () => post(body, named)));
    const texts = await Promise.all(answers.map((answer) => answer.text()));
    expect(new Set(texts).size).toBe(1);
    expect(providerRequests()).toHaveLength(1);
    const paid = await spent();
    await post(body, named);
    expect(await spent()).toBe(paid);
    expect((await refusal(await post(ask('text=Other'), named))).error.type).toBe('conflict_error');
  });
});
