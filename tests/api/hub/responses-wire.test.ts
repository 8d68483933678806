import { beforeEach, describe, expect, it } from 'vitest';
import { readBalance } from '#app/core/ledger/balances.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { createKey } from '#tests/factories/create-key.ts';
import { createModel, TEST_MODEL } from '#tests/factories/create-model.ts';
import { postJson } from '#tests/fixtures/json-post.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { readSse } from '#tests/setup/read-sse.ts';
import { useApi } from '#tests/setup/api.ts';

const engine = useEngine();
const api = useApi();

let owner: Awaited<ReturnType<typeof createKey>>;
beforeEach(async () => {
  owner = await createKey();
});

const ask = (body: object) =>
  postJson(`${api.origin()}/api/v1/responses`, { model: TEST_MODEL, ...body }, { bearer: owner.value });
const sentToModel = () => engine.sandbox().requests().at(-1)?.body as Record<string, unknown>;

interface Wire {
  id: string;
  status: string;
  output: Record<string, unknown>[];
  usage: { cost: number; input_tokens: number; output_tokens: number };
  error: { message: string; code: string; param: string | null };
}
const whole = async (body: object) => {
  const answer = await ask(body);
  return { http: answer.status, ...((await answer.json()) as Wire) };
};

/** The events of a stream, which are numbered from 0 and named as their type says. */
async function events(body: object): Promise<Record<string, unknown>[]> {
  const all: Record<string, unknown>[] = [];
  for await (const { event, data } of readSse(await ask({ ...body, stream: true }))) {
    expect(data).toMatchObject({ type: event, sequence_number: all.length });
    all.push(data);
  }
  return all;
}
/** Their names in order, without consecutive duplicates. */
const namesOf = (all: readonly Record<string, unknown>[]) =>
  all.map(({ type }) => type).filter((type, index, types) => type !== types[index - 1]);

const FRAME = ['response.created', 'response.in_progress'];
const part = (kind: string) => [
  'response.output_item.added',
  'response.content_part.added',
  `response.${kind}.delta`,
  `response.${kind}.done`,
  'response.content_part.done',
  'response.output_item.done',
];
const FUNCTION = { type: 'function', name: 'weather', parameters: { type: 'object' } };

describe('the events of a response', () => {
  it('for its text are complete, with a whole response at both ends', async () => {
    const all = await events({ input: '[[sandbox: text="Good day to you"]]', metadata: { a: 'b' } });
    expect(namesOf(all)).toEqual([...FRAME, ...part('output_text'), 'response.completed']);
    const whole = { object: 'response', tools: [], metadata: { a: 'b' }, parallel_tool_calls: true };
    expect(all[0]).toMatchObject({ response: { ...whole, status: 'in_progress', output: [], usage: null } });
    const text = { type: 'output_text', text: 'Good day to you', annotations: [] };
    expect(all.at(-1)).toMatchObject({
      response: {
        ...whole,
        status: 'completed',
        output: [{ type: 'message', role: 'assistant', status: 'completed', content: [text] }],
        usage: { output_tokens_details: { reasoning_tokens: 0 } },
      },
    });
    expect(
      all
        .filter(({ delta }) => delta)
        .map(({ delta }) => delta)
        .join(''),
    ).toBe('Good day to you');
  });

  it('for reasoning come before the text, unchanged', async () => {
    const all = await events({ input: '[[sandbox: text="Yes" thinking="Let me see"]]' });
    expect(namesOf(all)).toEqual([
      ...FRAME,
      ...part('reasoning_text'),
      ...part('output_text'),
      'response.completed',
    ]);
    expect(all.find(({ type }) => type === 'response.output_item.added')).toMatchObject({
      item: { type: 'reasoning', summary: [] },
    });
  });

  it('for a summary are sent if one is requested', async () => {
    const input = '[[sandbox: text="Yes" thinking="Let me see"]]';
    const all = await events({ input, reasoning: { summary: 'auto' } });
    expect(namesOf(all).slice(2, 8)).toEqual([
      'response.output_item.added',
      'response.reasoning_summary_part.added',
      'response.reasoning_summary_text.delta',
      'response.reasoning_summary_text.done',
      'response.reasoning_summary_part.done',
      'response.output_item.done',
    ]);
  });

  it('for calls are sent: of a function, and of a custom tool with text', async () => {
    const custom = { type: 'custom', name: 'note' };
    const all = await events({ input: 'Rome [[sandbox: tool=weather,note]]', tools: [FUNCTION, custom] });
    expect(namesOf(all)).toEqual([
      ...FRAME,
      'response.output_item.added',
      'response.function_call_arguments.delta',
      'response.output_item.added',
      'response.custom_tool_call_input.delta',
      'response.function_call_arguments.done',
      'response.output_item.done',
      'response.custom_tool_call_input.done',
      'response.output_item.done',
      'response.completed',
    ]);
    expect(all.find(({ type }) => type === 'response.function_call_arguments.done')).toMatchObject({
      name: 'weather',
      arguments: '{"input":"Rome"}',
    });
  });

  it('for a refusal are sent', async () => {
    const all = await events({ input: '[[sandbox: refusal="I would rather not."]]' });
    expect(namesOf(all)).toEqual([...FRAME, ...part('refusal'), 'response.completed']);
  });

  it.each([
    [{ max_output_tokens: 5 }, '[[sandbox: length=40]]', 'max_output_tokens'],
    [{}, '[[sandbox: text="Well" finish=content_filter]]', 'content_filter'],
  ])('end like those of an incomplete one: %j', async (fields, input, reason) => {
    const last = (await events({ input, ...fields })).at(-1);
    const response = { status: 'incomplete', incomplete_details: { reason } };
    expect(last).toMatchObject({ type: 'response.incomplete', response });
    expect(await whole({ input, ...fields })).toMatchObject({ http: 200, ...response });
  });

  it('end with the failure, then an error that clients throw at', async () => {
    const all = await events({ input: '[[sandbox: length=40 fault=error-mid after=10]]' });
    expect(namesOf(all).slice(-2)).toEqual(['response.failed', 'error']);
    expect(all.at(-2)).toMatchObject({
      response: { status: 'failed', error: { code: 'server_error' }, output: [{ status: 'incomplete' }] },
    });
    expect(all.at(-1)).toMatchObject({ code: 'provider_unavailable', error: { type: 'upstream_error' } });
  });

  it('contain the probabilities of tokens, if requested', async () => {
    const all = await events({ input: '[[sandbox: text="Yes"]]', top_logprobs: 2 });
    const logprob = { token: expect.any(String) as string, top_logprobs: [{}, {}] };
    expect(all.find(({ type }) => type === 'response.output_text.delta')).toMatchObject({
      logprobs: [logprob],
    });
  });
});

describe('a call of /responses', () => {
  it('reaches the model as an equivalent chat completion', async () => {
    const { http } = await whole({
      instructions: 'Answer in JSON.',
      input: [
        { role: 'user', content: [{ type: 'input_text', text: 'Rome?' }] },
        { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'sealed by another' },
        { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'I look.' }] },
        { type: 'function_call', call_id: 'c1', name: 'weather', arguments: '{}' },
        { type: 'custom_tool_call', call_id: 'c2', name: 'note', input: 'Rome' },
        { type: 'function_call_output', call_id: 'c1', output: 'Rain' },
        { type: 'custom_tool_call_output', call_id: 'c2', output: [{ type: 'input_text', text: 'Kept' }] },
      ],
      tools: [FUNCTION, { type: 'custom', name: 'note' }],
      tool_choice: { type: 'function', name: 'weather' },
      text: { format: { type: 'json_object' } },
      max_output_tokens: 100,
      temperature: 0.5,
      store: false,
      truncation: 'disabled',
    });
    expect(http).toBe(200);
    expect(sentToModel()).toMatchObject({
      messages: [
        { role: 'system', content: 'Answer in JSON.' },
        { role: 'user', content: [{ type: 'text', text: 'Rome?' }] },
        {
          role: 'assistant',
          content: 'I look.',
          tool_calls: [
            { id: 'c1', function: { name: 'weather' } },
            { id: 'c2', function: { name: 'note', arguments: '{"input":"Rome"}' } },
          ],
        },
        { role: 'tool', tool_call_id: 'c1', content: 'Rain' },
        { role: 'tool', tool_call_id: 'c2', content: 'Kept' },
      ],
      tools: [{ function: { name: 'weather' } }, { function: { name: 'note' } }],
      tool_choice: { type: 'function', function: { name: 'weather' } },
      response_format: { type: 'json_object' },
      temperature: 0.5,
    });
  });

  it('costs the amount in the ledger, and has a receipt under its id', async () => {
    const { id, usage } = await whole({ input: '[[sandbox: length=40]]' });
    const { balanceMicro } = await readBalance(AUTOCOMMIT, owner.userId);
    expect(usage.cost).toBe(Number(1_000_000n - balanceMicro) / 1_000_000);
    const headers = { authorization: `Bearer ${owner.value}` };
    const receipt = await fetch(`${api.origin()}/api/v1/generation?id=${id}`, { headers });
    expect(await receipt.json()).toMatchObject({ id: id.slice('resp_'.length) });
  });

  it('reports its fields without effect', async () => {
    const answer = await ask({ input: 'Hi', truncation: 'auto', user: 'me', odd: 1, service_tier: 'flex' });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('x-parlance-ignored-parameters')).toBe('user, odd, service_tier, truncation');
  });

  it('returns signed reasoning in sealed form, and sends it on to its maker', async () => {
    const model = 'sandbox/messages';
    const offers = [{ provider: 'sandbox-messages', upstreamModel: 'sandbox-haiku-4-5' }];
    await createModel({ id: model, endpoint: 'anthropic', offers });
    const more = { model, tools: [FUNCTION], reasoning: { effort: 'high' } };
    const question = { role: 'user', content: 'Rome [[sandbox: thinking="Let me see" tool=weather]]' };
    const include = ['reasoning.encrypted_content'];
    const first = await whole({ ...more, input: [question], include });
    expect(first.output).toMatchObject([
      { type: 'reasoning', encrypted_content: expect.stringMatching(/^par1\./) as string },
      { type: 'function_call', name: 'weather' },
    ]);
    const result = { type: 'function_call_output', call_id: first.output[1]!['call_id'], output: 'Rain' };
    const second = await whole({ ...more, input: [question, ...first.output, result] });
    expect(second.http).toBe(200);
    expect(sentToModel()).toMatchObject({
      messages: [{}, { content: [{ type: 'thinking', thinking: 'Let me see' }, { type: 'tool_use' }] }, {}],
    });
    expect(second.output[0]).not.toHaveProperty('encrypted_content');
  });
});

const refused: [string, object][] = [
  ['input', { input: undefined }],
  ['input', { input: '' }],
  ['input', { input: [] }],
  ['input[0].type', { input: [{ type: 'telepathy_call' }] }],
  ['input[0].role', { input: [{ role: 'tool', content: 'Hi' }] }],
  ['input[0].content', { input: [{ role: 'user', content: [{ type: 'input_audio' }] }] }],
  ['input[0].content', { input: [{ role: 'user', content: [{ type: 'input_image', file_id: 'f' }] }] }],
  ['input[0].content', { input: [{ role: 'user', content: [{ type: 'input_file', file_id: 'f' }] }] }],
  ['input[0].output', { input: [{ type: 'function_call_output', call_id: 'c', output: 1 }] }],
  ['tools[0].type', { tools: [{ type: 'browser' }] }],
  ['tools[1].type', { tools: [FUNCTION, { type: 'robot' }] }],
  ['tools[0].name', { tools: [{ ...FUNCTION, name: 'no spaces' }] }],
  ['tool_choice', { tool_choice: { type: 'web_search_preview' } }],
  ['text.format.type', { text: { format: { type: 'xml' } } }],
  ['text.format.schema', { text: { format: { type: 'json_schema', name: 'a' } } }],
  ['reasoning.effort', { reasoning: { effort: 'endless' } }],
  ['include[0]', { include: ['everything'] }],
  ['conversation', { conversation: 'conv_1' }],
  ['prompt', { prompt: { id: 'pmpt_1' } }],
  ['max_tokens', { max_tokens: 5 }],
  ['n', { n: 2 }],
  ['messages', { messages: [] }],
  ['max_output_tokens', { max_output_tokens: 0 }],
  ['metadata.a', { metadata: { a: 1 } }],
  ['temperature', { temperature: 3 }],
  ['provider.data_collection', { provider: { data_collection: 'deny' } }],
];

describe('a refusal', () => {
  it.each(refused)('names %s as the caller wrote it', async (param, fields) => {
    const { http, error } = await whole({ input: 'Hi', ...fields });
    expect(http).toBe(400);
    expect(error).toMatchObject({ param, type: 'invalid_request_error' });
    expect(engine.sandbox().requests()).toHaveLength(0);
  });

  it('of a prompt that is too long names the input, before a stream as well', async () => {
    for (const stream of [false, true]) {
      const { http, error } = await whole({ input: 'word '.repeat(140_000), stream });
      expect({ http, code: error.code, param: error.param }).toEqual({
        http: 400,
        code: 'context_length_exceeded',
        param: 'input',
      });
      const theirs = await whole({ input: '[[sandbox: fault=context]]', stream });
      expect(theirs).toMatchObject({ http: 400, error: { code: 'context_length_exceeded', param: 'input' } });
    }
  });
});
