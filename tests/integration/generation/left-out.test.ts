import { beforeEach, describe, expect, it } from 'vitest';
import { createKey } from '#tests/factories/create-key.ts';
import { createModel, TEST_MODEL } from '#tests/factories/create-model.ts';
import { callToEnd } from '#tests/fixtures/engine-call.ts';
import { useEngine } from '#tests/setup/engine.ts';

// Parameters that a provider may bill and unknown ones are not passed on, and their names are reported.
const engine = useEngine();

const MESSAGES_MODEL = 'sandbox/messages';
const GENERATE_MODEL = 'sandbox/generate';

beforeEach(async () => {
  await createModel({
    id: MESSAGES_MODEL,
    endpoint: 'anthropic',
    offers: [{ provider: 'sandbox-messages', upstreamModel: 'sandbox-haiku-4-5' }],
  });
  await createModel({
    id: GENERATE_MODEL,
    endpoint: 'google',
    offers: [{ provider: 'sandbox-generate', upstreamModel: 'gemini-2.5-flash-sandbox' }],
  });
});

/** Every field of OpenAI's chat completions, and some unknown ones. */
const EVERYTHING = {
  max_completion_tokens: 2048,
  max_tokens: 2048,
  temperature: 0.5,
  top_p: 0.9,
  top_k: 5,
  frequency_penalty: 0.1,
  presence_penalty: 0.1,
  n: 1,
  stop: ['NEVER'],
  logit_bias: { '1': 1 },
  logprobs: true,
  top_logprobs: 2,
  seed: 7,
  stream: false,
  tools: [
    {
      type: 'function',
      function: { name: 'weather', parameters: { type: 'object' }, invented: 1 },
      cache_control: { type: 'ephemeral', ttl: '1h', invented: 1 },
      invented: { type: 'web_search' },
    },
  ],
  tool_choice: 'auto',
  parallel_tool_calls: true,
  response_format: { type: 'text', invented: 1 },
  reasoning_effort: 'low',
  verbosity: 'low',
  modalities: ['text', 'audio'],
  audio: { voice: 'alloy', format: 'wav' },
  prediction: { type: 'content', content: 'x'.repeat(1000) },
  web_search_options: { search_context_size: 'high' },
  service_tier: 'priority',
  store: true,
  metadata: { a: 'b' },
  prompt_cache_key: 'key',
  prompt_cache_options: { ttl: '24h', mode: 'explicit' },
  prompt_cache_retention: '24h',
  safety_identifier: 'who',
  user: 'who',
  moderation: { model: 'any' },
  inference_geo: 'us',
  thinking: { type: 'enabled', budget_tokens: 30_000 },
  plugins: [{ id: 'web' }],
  extra_body: { speed: 'fast' },
  mcp_servers: [{ url: 'https://example.test' }],
  invented: true,
};

const MESSAGES = [
  { role: 'system', content: [{ type: 'text', text: 'Be brief.', invented: 1 }], invented: 1 },
  {
    role: 'user',
    name: 'ada',
    content: [
      {
        type: 'text',
        text: 'Hello',
        cache_control: { type: 'ephemeral', ttl: '1h', invented: 1 },
        citations: { enabled: true },
      },
    ],
    invented: 'x'.repeat(1000),
  },
  { role: 'assistant', content: 'Hi', audio: { id: 'audio_1' }, annotations: [{}], invented: 1 },
  { role: 'user', content: 'Go on', invented: 1 },
];

/** Parameters that are never passed on, whatever the dialect. */
const NEVER = [
  'modalities',
  'audio',
  'prediction',
  'web_search_options',
  'service_tier',
  'store',
  'metadata',
  'prompt_cache_options',
  'prompt_cache_retention',
  'safety_identifier',
  'user',
  'moderation',
  'inference_geo',
  'plugins',
  'extra_body',
  'mcp_servers',
  'invented',
];

async function askWithEverything(model: string) {
  const owner = await createKey({ creditMicro: 100_000_000n });
  const { entries } = await callToEnd(owner, { model, messages: MESSAGES, ...EVERYTHING });
  const end = entries.at(-1);
  expect(end).toMatchObject({ type: 'end', state: 'done', errorDetail: null });
  const [start] = entries;
  const body = engine.sandbox().requests().at(-1)?.body as Record<string, unknown>;
  return { body, leftOut: start?.type === 'start' ? start.leftOut : [] };
}

describe('parameters that no provider gets', () => {
  it('are reported in the dialect of OpenAI, and the rest arrives', async () => {
    const { body, leftOut } = await askWithEverything(TEST_MODEL);
    expect(Object.keys(body).toSorted()).toEqual([
      'frequency_penalty',
      'logit_bias',
      'logprobs',
      'max_tokens',
      'messages',
      'model',
      'parallel_tool_calls',
      'presence_penalty',
      'reasoning_effort',
      'response_format',
      'seed',
      'stop',
      'stream',
      'temperature',
      'tool_choice',
      'tools',
      'top_k',
      'top_logprobs',
      'top_p',
      'verbosity',
    ]);
    expect(JSON.stringify(body)).not.toMatch(/invented|citations|cache_control|audio_1|annotations/);
    // Other providers with its format are not the maker.
    expect(leftOut.toSorted()).toEqual([...NEVER, 'prompt_cache_key'].toSorted());
  });

  it('are reported in the dialect of Anthropic, with those that it does not have', async () => {
    const { body, leftOut } = await askWithEverything(MESSAGES_MODEL);
    expect(Object.keys(body).toSorted()).toEqual([
      'max_tokens',
      'messages',
      'model',
      'stop_sequences',
      'stream',
      'system',
      'thinking',
      'tool_choice',
      'tools',
    ]);
    expect(body['thinking'], 'a budget of ours, below the cap').toEqual({
      type: 'enabled',
      budget_tokens: 1024,
    });
    expect(JSON.stringify(body)).not.toMatch(/invented|citations|audio_1|annotations|web_search/);
    const wordless = ['frequency_penalty', 'presence_penalty', 'n', 'logit_bias', 'logprobs'];
    const others = ['top_logprobs', 'seed', 'verbosity', 'prompt_cache_key'];
    const besideThoughts = ['temperature', 'top_p', 'top_k'];
    expect(leftOut.toSorted()).toEqual([...NEVER, ...wordless, ...others, ...besideThoughts].toSorted());
  });

  it('are reported in the dialect of Google, with those that its models refuse', async () => {
    const { body, leftOut } = await askWithEverything(GENERATE_MODEL);
    expect(Object.keys(body).toSorted()).toEqual([
      'contents',
      'generationConfig',
      'systemInstruction',
      'tools',
    ]);
    expect(body['generationConfig']).toEqual({
      maxOutputTokens: 2048,
      temperature: 0.5,
      topP: 0.9,
      topK: 5,
      seed: 7,
      stopSequences: ['NEVER'],
      thinkingConfig: { includeThoughts: true, thinkingBudget: 512 },
    });
    expect(JSON.stringify(body)).not.toMatch(
      /invented|citations|cache_control|audio_1|annotations|web_search/,
    );
    const refused = ['frequency_penalty', 'presence_penalty', 'n', 'logprobs', 'top_logprobs'];
    const wordless = ['logit_bias', 'verbosity', 'prompt_cache_key'];
    expect(leftOut.toSorted()).toEqual([...NEVER, ...refused, ...wordless].toSorted());
  });

  it('are not reported if they only state the default behaviour', async () => {
    const owner = await createKey();
    const { entries } = await callToEnd(owner, {
      model: TEST_MODEL,
      messages: [{ role: 'user', content: 'Hi [[sandbox: length=3]]' }],
      service_tier: 'default',
      modalities: ['text'],
      store: false,
      audio: null,
    });
    expect(entries[0]).toMatchObject({ type: 'start', leftOut: [] });
  });

  it('are reported in a valid header, with a bounded length', async () => {
    const owner = await createKey();
    const strange = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`x${index}`, 1]));
    const { entries } = await callToEnd(owner, {
      model: TEST_MODEL,
      messages: [{ role: 'user', content: 'Hi [[sandbox: length=3]]' }],
      'a\r\nset-cookie: b': 1,
      '\ud800': 1,
      ['y'.repeat(10_000)]: 1,
      ...strange,
    });
    const [start] = entries;
    const names = start?.type === 'start' ? start.leftOut : [];
    expect(names.length).toBeLessThanOrEqual(24);
    for (const name of names) expect(name).toMatch(/^[\w.-]{1,64}$/);
  });
});
