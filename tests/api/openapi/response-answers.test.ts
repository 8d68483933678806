import { beforeAll, describe, expect, it } from 'vitest';
import { responsesOf, type Caller } from '#tests/api/hub/responses-stage.ts';
import { TEST_MODEL } from '#tests/factories/create-model.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { useApi } from '#tests/setup/api.ts';
import { checkerOf, readDocument } from './document.ts';

useEngine();
const api = useApi();
let check: ReturnType<typeof checkerOf>;
beforeAll(async () => {
  check = checkerOf(await readDocument(api.origin()));
});

const tools = [
  { type: 'function', name: 'weather', parameters: { type: 'object' }, strict: true },
  // The sandbox supports no grammars.
  { type: 'custom', name: 'note', format: { type: 'text' } },
];
const schema = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] };

const calls: [string, object][] = [
  ['words', { input: '[[sandbox: text="Hello"]]', metadata: { a: 'b' }, user: 'me', temperature: 1 }],
  ['thoughts', { input: '[[sandbox: text="Yes" thinking="Let me see"]]' }],
  ['summaries', { input: '[[sandbox: text="Yes" thinking="Hm"]]', reasoning: { summary: 'auto' } }],
  ['calls of tools', { input: 'Rome [[sandbox: tool=weather]]', tools: [tools[0]] }],
  ['a chosen tool', { input: 'Rome', tools, tool_choice: { type: 'function', name: 'weather' } }],
  ['a refusal', { input: '[[sandbox: refusal="I would rather not."]]' }],
  ['likely tokens', { input: '[[sandbox: text="Yes"]]', top_logprobs: 2 }],
  [
    'a form',
    { input: 'One', text: { format: { type: 'json_schema', name: 'a', schema }, verbosity: 'low' } },
  ],
  ['an answer that was cut', { input: '[[sandbox: length=40]]', max_output_tokens: 5 }],
];

const bare = ({ http: _http, headers: _headers, ...body }: Awaited<ReturnType<Caller['create']>>) => body;

describe('the document’s description of responses', () => {
  it.each(calls)('matches %s, unstreamed, streamed and read again', async (_, body) => {
    const caller = await responsesOf(api.origin());
    const whole = await caller.create(body);
    expect([whole.http, check('createResponse', whole.http, bare(whole))]).toEqual([200, []]);
    const again = await caller.get(whole.id);
    expect(check('getResponse', again.http, bare(again))).toEqual([]);
    const items = await caller.get(`${whole.id}/input_items`);
    expect(check('listResponseInput', items.http, bare(items))).toEqual([]);
    const events = await caller.events(`${whole.id}?stream=true`);
    expect(events.length).toBeGreaterThan(5);
    for (const event of events) expect(check('createResponse', 200, event, 'text/event-stream')).toEqual([]);
  });

  it('matches a count', async () => {
    const { post } = await responsesOf(api.origin());
    const answer = await post('/input_tokens', { model: TEST_MODEL, input: 'Hello' });
    expect(check('countResponseTokens', answer.status, await answer.json())).toEqual([]);
  });

  it('matches a background one, its end, and errors for unknown ones', async () => {
    const caller = await responsesOf(api.origin());
    const input = '[[sandbox: length=60 gate=held hold=20]]';
    const queued = await caller.create({ input, background: true });
    expect(check('createResponse', queued.http, bare(queued))).toEqual([]);
    const cancelled = await caller.cancel(queued.id);
    expect(check('cancelResponse', cancelled.http, bare(cancelled))).toEqual([]);
    const deleted = await caller.remove(queued.id);
    expect(check('deleteResponse', deleted.http, bare(deleted))).toEqual([]);
    const gone = await caller.get(queued.id);
    expect([gone.http, check('getResponse', gone.http, bare(gone))]).toEqual([404, []]);
  });
});
