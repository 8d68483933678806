import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createKey } from '#tests/factories/create-key.ts';
import { createModel, TEST_MODEL } from '#tests/factories/create-model.ts';
import { postJson } from '#tests/fixtures/json-post.ts';
import { useApi } from '#tests/setup/api.ts';
import { useEngine } from '#tests/setup/engine.ts';

const engine = useEngine();
const api = useApi();
const CLAUDE = 'anthropic/claude-haiku-4.5';
const HEADER = 'x-parlance-ignored-parameters';

let value: string;
beforeEach(async () => {
  const offers = [{ provider: 'sandbox-messages', upstreamModel: 'sandbox-haiku-4-5' }];
  await createModel({ id: CLAUDE, endpoint: 'anthropic', offers });
  ({ value } = await createKey());
  const found = async () => (await fetch(`${api.origin()}/api/v1/models/${CLAUDE}`)).ok;
  await vi.waitUntil(found, 20_000);
});

const call = (path: string, body: object) =>
  postJson(`${api.origin()}/api/v1${path}`, body, { bearer: value });
const sentToModel = () => engine.sandbox().requests().at(-1)?.body as Record<string, unknown>;
const FUNCTION = { type: 'function', name: 'f', parameters: { type: 'object', properties: {} } };

describe('parameters without effect', () => {
  const HI = { model: CLAUDE, messages: [{ role: 'user', content: 'Hi' }], max_tokens: 3000 };
  it.each([
    ['/chat/completions', { ...HI, temperature: 1.6 }, 'temperature'],
    ['/chat/completions', { ...HI, temperature: 0.2, top_p: 0.5 }, 'top_p'],
    ['/chat/completions', { ...HI, temperature: 0.2, reasoning_effort: 'high' }, 'temperature'],
    ['/messages', { ...HI, stop_sequences: ['END', ' '] }, 'stop_sequences[1]'],
    [
      '/messages',
      { ...HI, model: TEST_MODEL, stop_sequences: ['a', 'b', 'c', 'd', 'e'] },
      'stop_sequences[4]',
    ],
    [
      '/responses',
      { model: CLAUDE, input: 'Hi', max_output_tokens: 1000, reasoning: { effort: 'high', mode: 'pro' } },
      'reasoning.mode, reasoning.effort',
    ],
  ])('are reported by %s: %j', async (path, body, names) => {
    for (const stream of [false, true]) {
      const answer = await call(path, { ...body, stream });
      await answer.text();
      expect([answer.status, answer.headers.get(HEADER)]).toEqual([200, names]);
    }
    expect(sentToModel()['stop_sequences'] ?? ['END']).toEqual(['END']);
  });
});

describe('tools that a provider would run', () => {
  const search = { type: 'web_search', external_web_access: true };

  it('are left out of a response, and reported', async () => {
    const body = { model: TEST_MODEL, input: 'x', tools: [search, { type: 'image_generation' }, FUNCTION] };
    const answer = await call('/responses', body);
    expect(answer.status).toBe(200);
    expect(answer.headers.get(HEADER)).toBe('web_search, image_generation');
    expect(await answer.json()).toMatchObject({ tools: [{ type: 'function', name: 'f' }] });
    expect(sentToModel()['tools']).toMatchObject([{ type: 'function', function: { name: 'f' } }]);
  });

  it('are left out of a message, and reported; those that the client runs are passed to the model', async () => {
    const tools = [
      { type: 'web_search_20250305', name: 'web_search', max_uses: 5 },
      { type: 'bash_20250124', name: 'bash' },
    ];
    for (const model of [CLAUDE, TEST_MODEL]) {
      const messages = [{ role: 'user', content: 'Hi' }];
      const answer = await call('/messages', { model, max_tokens: 3000, messages, tools });
      expect([answer.status, answer.headers.get(HEADER)]).toEqual([200, 'web_search_20250305']);
      await answer.text();
      expect(JSON.stringify(sentToModel()['tools'])).toContain('bash session');
    }
  });

  it('are sent as text if a client replays them, and reported if they have none', async () => {
    const common = { id: 'x', status: 'completed' };
    const input = [
      { role: 'user', content: 'List the files' },
      { ...common, type: 'mcp_list_tools', server_label: 's', tools: [] },
      { ...common, type: 'mcp_call', server_label: 's', name: 'list', arguments: '{}', output: 'a.txt' },
      { ...common, type: 'shell_call', call_id: 'c', action: { commands: ['ls'] } },
      {
        type: 'shell_call_output',
        call_id: 'c',
        output: [{ stdout: 'b.txt', stderr: '', outcome: { type: 'exit' } }],
      },
      {
        ...common,
        type: 'apply_patch_call',
        call_id: 'p',
        operation: { type: 'delete_file', path: 'c.txt' },
      },
      { type: 'apply_patch_call_output', call_id: 'p', status: 'completed' },
      { ...common, type: 'code_interpreter_call', code: 'print(1)', container_id: 'k', outputs: null },
      { ...common, type: 'file_search_call', queries: ['d.txt'] },
      {
        ...common,
        type: 'computer_call',
        call_id: 'm',
        action: { type: 'click' },
        pending_safety_checks: [],
      },
      { type: 'computer_call_output', call_id: 'm', output: { type: 'computer_screenshot', file_id: 'f' } },
      { ...common, type: 'image_generation_call', result: 'AAAA' },
      { role: 'user', content: 'And now?' },
    ];
    for (const model of [TEST_MODEL, CLAUDE]) {
      const answer = await call('/responses', { model, input });
      expect([answer.status, answer.headers.get(HEADER)]).toEqual([
        200,
        'mcp_list_tools, computer_call_output, image_generation_call',
      ]);
      const sent = JSON.stringify(sentToModel());
      for (const text of ['a.txt', 'b.txt', 'c.txt', 'd.txt', 'print(1)', 'click'])
        expect(sent).toContain(text);
    }
  });

  it.each([
    [{ type: 'web_search_preview' }, /web_search_preview is run by a provider/],
    [{ type: 'mcp', server_label: 'x' }, /mcp is run by a provider/],
    [
      { type: 'allowed_tools', mode: 'required', tools: [{ type: 'web_search_preview' }] },
      /run by a provider/,
    ],
    ['required', /none of the tools is on offer/],
  ])('cannot be forced: %j', async (choice, words) => {
    const tools = choice === 'required' ? [search] : [search, FUNCTION];
    const answer = await call('/responses', { model: TEST_MODEL, input: 'x', tools, tool_choice: choice });
    expect(answer.status).toBe(400);
    const { error } = (await answer.json()) as { error: { param: string; message: string } };
    expect(error.param).toBe('tool_choice');
    expect(error.message).toMatch(words);
    expect(engine.sandbox().requests()).toEqual([]);
  });
});

describe('tools in a namespace', () => {
  const group = {
    type: 'namespace',
    name: 'mcp__files__',
    description: 'Files.',
    tools: [{ ...FUNCTION, name: 'read', defer_loading: true }],
  };
  const asked = { model: TEST_MODEL, tools: [group] };

  it('are called with their namespace, streamed, unstreamed and in continued conversations', async () => {
    const input = '[[sandbox: tool=mcp__files__read]]';
    const streamed = await (await call('/responses', { ...asked, input, stream: true })).text();
    expect(streamed).toContain('"namespace":"mcp__files__","name":"read"');
    const answer = await call('/responses', { ...asked, input });
    const { id, output } = (await answer.json()) as { id: string; output: Record<string, unknown>[] };
    const called = output.find(({ type }) => type === 'function_call')!;
    expect(called).toMatchObject({ name: 'read', namespace: 'mcp__files__' });
    expect(sentToModel()['tools']).toMatchObject([{ function: { name: 'mcp__files__read' } }]);
    const result = { type: 'function_call_output', call_id: called['call_id'], output: 'seen' };
    const more = [
      { ...asked, input: [result], previous_response_id: id },
      { ...asked, input: [{ role: 'user', content: input }, called, result] },
    ];
    for (const body of more) {
      expect((await call('/responses', body)).status).toBe(200);
      const { messages } = sentToModel() as { messages: { tool_calls?: unknown }[] };
      expect(messages.find(({ tool_calls: calls }) => calls)).toMatchObject({
        tool_calls: [{ function: { name: 'mcp__files__read' } }],
      });
    }
  });
});

describe('inputs that some makers do not accept', () => {
  const says = (content: string) => [{ role: 'user', content }];
  const tool = { type: 'function', function: { name: 'a.b', parameters: { type: 'object' } } };

  it('a name that Claude does not accept is returned unchanged, streamed and unstreamed', async () => {
    const body = { model: CLAUDE, messages: says('[[sandbox: calls=1]]'), tools: [tool] };
    for (const stream of [false, true]) {
      const answer = await (await call('/chat/completions', { ...body, stream })).text();
      expect(answer).toContain('"name":"a.b"');
      const [sent] = sentToModel()['tools'] as [{ name: string }];
      expect(sent.name).toMatch(/^a_b_[0-9a-f]{6}$/);
      expect(answer).not.toContain(sent.name);
    }
  });

  it('a half of a surrogate pair is U+FFFD at the provider', async () => {
    const escaped = JSON.stringify({ model: TEST_MODEL, messages: says('a\ud83d') });
    expect(escaped).toContain('a\\ud83d');
    const headers = { authorization: `Bearer ${value}`, 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: escaped };
    expect((await fetch(`${api.origin()}/api/v1/chat/completions`, init)).status).toBe(200);
    expect(sentToModel()['messages']).toEqual(says('a\ufffd'));
  });
});
