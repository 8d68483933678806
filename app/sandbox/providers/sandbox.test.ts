import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSandbox, type Sandbox } from './start-sandbox.ts';
import { countPrompt, countText } from './tokens.ts';

let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox({ pace: 0 });
});
afterAll(() => sandbox.close());

interface WireChunk {
  choices: { delta: { content?: string; reasoning_content?: string }; finish_reason: string | null }[];
  usage?: { prompt_tokens: number; completion_tokens: number } | null;
}

function ask(body: Record<string, unknown>, options: { key?: string; signal?: AbortSignal } = {}) {
  return fetch(`${sandbox.url}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${options.key ?? 'key'}` },
    body: JSON.stringify(body),
    signal: options.signal ?? null,
  });
}

function streamed(content: string, model = 'sandbox-ok') {
  const options = { stream: true, stream_options: { include_usage: true } };
  return ask({ model, messages: [{ role: 'user', content }], ...options });
}

async function chunks(response: Response): Promise<WireChunk[]> {
  const events = (await response.text()).split('\n\n').filter(Boolean);
  expect(events.at(-1)).toBe('data: [DONE]');
  return events.slice(0, -1).map((event) => JSON.parse(event.slice('data: '.length)) as WireChunk);
}

const textOf = (stream: WireChunk[]) => stream.map(({ choices }) => choices[0]?.delta.content ?? '').join('');

describe('a good answer', () => {
  it('outputs the requested text, with a usage that a tokenizer confirms', async () => {
    const text = 'Über den Fluß — 日本語と絵文字 🚣 und $x^2$.';
    const question = `Say it. [[sandbox: text="${text}"]]`;
    const stream = await chunks(await streamed(question));
    expect(textOf(stream)).toBe(text);
    expect(stream.filter(({ choices }) => choices[0]?.finish_reason === 'stop')).toHaveLength(1);
    expect(stream.at(-1)).toMatchObject({
      choices: [],
      usage: {
        prompt_tokens: countPrompt([{ role: 'user', content: question }]),
        completion_tokens: countText(text),
      },
    });
  });

  it('records the time of every token with the directive clock', async () => {
    await streamed('Tick. [[sandbox: length=3 clock=1]]');
    await expect.poll(() => sandbox.requests().at(-1)?.writtenAt).toHaveLength(3);
    const { at, writtenAt } = sandbox.requests().at(-1)!;
    expect(writtenAt).toEqual([...writtenAt].sort((a, b) => a - b));
    // Milliseconds since the epoch, like every other time on record.
    expect(Math.abs(writtenAt[0]! - at)).toBeLessThan(60_000);
    await streamed('No clock. [[sandbox: length=3]]');
    expect(sandbox.requests().at(-1)?.writtenAt).toEqual([]);
  });

  it('waits at the gate until it is opened', async () => {
    const gate = new URL('/_sandbox/gate', sandbox.url);
    const waiting = async () => ((await (await fetch(gate)).json()) as { waiting: number }).waiting;
    const streams = ['One.', 'Two.'].map((text) => streamed(`${text} [[sandbox: text="Go" gate=1]]`));
    await expect.poll(waiting).toBe(2);
    expect(
      sandbox
        .requests()
        .slice(-2)
        .map(({ tokens }) => tokens),
    ).toEqual([0, 0]);
    await fetch(gate, { method: 'DELETE' });
    for (const stream of streams) expect(textOf(await chunks(await stream))).toBe('Go');
    expect(await waiting()).toBe(0);
  });

  it('waits at a gate of its own after the tokens that it may output', async () => {
    const gateOf = (name: string) => new URL(`/_sandbox/gate?name=${name}`, sandbox.url);
    const waiting = async (name: string) =>
      ((await (await fetch(gateOf(name))).json()) as { waiting: number }).waiting;
    const [tea, milk] = await Promise.all(
      ['tea', 'milk'].map((name) => streamed(`${name} [[sandbox: length=30 gate=${name} hold=20]]`)),
    );
    await expect.poll(() => waiting('tea')).toBe(1);
    await expect.poll(() => waiting('milk')).toBe(1);
    const tokens = () =>
      sandbox
        .requests()
        .slice(-2)
        .map((seen) => seen.tokens);
    expect(tokens()).toEqual([20, 20]);
    await fetch(gateOf('tea'), { method: 'DELETE' });
    expect((await chunks(tea!)).filter(({ choices }) => choices[0]?.delta.content)).toHaveLength(30);
    expect([await waiting('tea'), await waiting('milk')]).toEqual([0, 1]);
    await fetch(gateOf('milk'), { method: 'DELETE' });
    await milk!.text();
  });

  it('has the requested length, and stops at the limit with the reason length', async () => {
    const stream = await chunks(await streamed('[[sandbox: length=200]]'));
    expect(stream.filter(({ choices }) => choices[0]?.delta.content)).toHaveLength(200);
    const response = await ask({
      model: 'sandbox-ok',
      max_tokens: 7,
      messages: [{ role: 'user', content: '[[sandbox: length=200]]' }],
    });
    const body = (await response.json()) as { choices: { finish_reason: string }[] } & WireChunk;
    expect(body.choices[0]?.finish_reason).toBe('length');
    expect(body.usage?.completion_tokens).toBe(7);
  });

  it('answers different questions differently, and titles a conversation in a few words', async () => {
    const answers = await Promise.all(
      ['Write some Python code', 'Solve this equation', 'Compare tea and coffee', 'こんにちは'].map(
        async (question) => textOf(await chunks(await streamed(question))),
      ),
    );
    expect(new Set(answers).size).toBe(4);
    expect(answers[0]).toContain('```python');
    expect(answers[1]).toContain('$$');
    expect(answers[2]).toContain('|---|');
    const response = await ask({
      model: 'sandbox-ok',
      messages: [
        { role: 'system', content: 'Write a short title for this conversation, five words at most.' },
        {
          role: 'user',
          content:
            'User: How do I bake sourdough bread at home? [[sandbox: fault=500]]\nAssistant: You need flour.',
        },
      ],
    });
    const body = (await response.json()) as { choices: { message: { content: string } }[] };
    expect(body.choices[0]?.message.content).toBe('Bake Sourdough Bread Home Flour');
  });

  it('shows reasoning before the answer', async () => {
    const stream = await chunks(await streamed('[[sandbox: thinking="Let me see" text="Yes"]]'));
    expect(stream.map(({ choices }) => choices[0]?.delta.reasoning_content ?? '').join('')).toBe(
      'Let me see',
    );
    expect(textOf(stream)).toBe('Yes');
  });
});

describe('validation', () => {
  const messages = [{ role: 'user', content: 'hi' }];
  it.each([
    [{ model: 'sandbox-ok', messages, max_token: 5 }, 400, "Unknown parameter: 'max_token'."],
    [{ model: 'sandbox-ok' }, 400, "Missing required parameter: 'messages'."],
    [
      { model: 'sandbox-ok', messages, temperature: 'hot' },
      400,
      "Invalid type for 'temperature': expected number, but got a string instead.",
    ],
    [{ model: 'sandbox-ok', messages, stream_options: {} }, 400, "The 'stream_options' parameter"],
    [{ model: 'nobody', messages }, 404, 'The model `nobody` does not exist'],
    [
      { model: 'sandbox-ok', messages: [{ role: 'user', content: '[[sandbox: falt=cut]]' }] },
      400,
      'the sandbox knows no falt',
    ],
  ])('refuses %j', async (body, status, message) => {
    const response = await ask(body);
    expect(response.status).toBe(status);
    const answer = (await response.json()) as { error: { message: string } };
    expect(answer.error.message).toContain(message);
  });

  it('requires a key', async () => {
    const response = await fetch(`${sandbox.url}/models`);
    expect(response.status).toBe(401);
  });
});

describe('misbehaviour', () => {
  it('cuts the stream after so many tokens without a finish reason', async () => {
    const response = await streamed('[[sandbox: length=50 fault=cut after=7]]');
    const reader = response.body?.getReader();
    const decoder = new TextDecoder();
    let received = '';
    await expect(
      (async () => {
        for (;;) {
          const part = await reader?.read();
          if (!part || part.done) return 'a good end';
          received += decoder.decode(part.value);
        }
      })(),
    ).rejects.toThrow('terminated');
    expect(received.match(/"content":"[^"]/g)).toHaveLength(7);
    expect(received).not.toContain('"finish_reason":"stop"');
  });

  it('fails for a number of requests and then no longer', async () => {
    const question = '[[sandbox: fault=429 retry=3 times=2 text="ok"]]';
    const first = await streamed(question);
    expect(first.status).toBe(429);
    expect(first.headers.get('retry-after')).toBe('3');
    expect((await streamed(question)).status).toBe(429);
    expect((await streamed(question)).status).toBe(200);
  });

  it('can fail for one of its two providers alone', async () => {
    const content = 'Hi [[sandbox: text="Fine"]] [[sandbox: at=sandbox-b fault=503]]';
    const body = JSON.stringify({ model: 'sandbox-ok', messages: [{ role: 'user', content }] });
    const post = (url: string) =>
      fetch(`${url}/chat/completions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: 'Bearer key' },
        body,
      });
    expect((await post(sandbox.url)).status).toBe(200);
    expect((await post(sandbox.url.replace('/v1', '/b/v1'))).status).toBe(503);
    expect(sandbox.requests().slice(-2)).toMatchObject([
      { provider: 'sandbox', path: '/v1/chat/completions' },
      { provider: 'sandbox-b', path: '/v1/chat/completions' },
    ]);
  });

  it('records when a client hung up', async () => {
    const leaving = new AbortController();
    sandbox.forget();
    const response = await ask(
      {
        model: 'sandbox-ok',
        stream: true,
        messages: [{ role: 'user', content: '[[sandbox: fault=stall after=1]]' }],
      },
      { signal: leaving.signal },
    );
    expect(response.status).toBe(200);
    leaving.abort();
    await expect.poll(() => sandbox.requests()[0]?.closedAt).toBeGreaterThan(0);
    expect(sandbox.requests()[0]).toMatchObject({ status: 200, answeredAt: null, model: 'sandbox-ok' });
  });
});
