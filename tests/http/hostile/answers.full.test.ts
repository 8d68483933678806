import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccount } from '#tests/factories/create-account.ts';
import { createKey } from '#tests/factories/create-key.ts';
import { TEST_MODEL } from '#tests/factories/create-model.ts';
import { SHAPES } from '#tests/hostile/shapes.ts';
import { jsonPost } from '#tests/fixtures/json-post.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { startWebProcess, type WebProcess } from '#tests/setup/web-process.ts';
import { useWeb } from '#tests/setup/web.ts';
import { watchAnswers, type LongestWait } from './watch-answers.ts';

useEngine();
const web = useWeb();

/** Characters of a text; `npm run test:hostile` uses more. */
const SIZE = Number(process.env.HOSTILE_SIZE ?? 16_000);
/**
 * CPU time that the web process may use while a client waits for an answer. The goal is 250 ms on an idle
 * machine; garbage collections and other threads count here, too.
 */
const MAX_BLOCKED_MS = 500;

let driven: WebProcess;
beforeAll(async () => {
  driven = await startWebProcess({ LIMIT_BAN_SCORE: '0', LIMIT_API_CALLS: '0', LIMIT_QUOTES: '0' });
}, 180_000);
afterAll(() => driven.stop());

/**
 * Sends every kind of untrusted input, one after the other, while another client checks that the process is
 * alive.
 */
async function blockedDuring(work: () => Promise<unknown>): Promise<LongestWait> {
  const watch = await watchAnswers(driven);
  try {
    await work();
  } catch (error) {
    await watch.stop();
    throw error;
  }
  return watch.stop();
}

/** The content of a refusal or an answer does not matter here, only that there is one. */
async function answered(answer: Promise<Response>): Promise<void> {
  const response = await answer;
  expect(response.status).toBeLessThan(500);
  await response.text();
}

describe('a web process stays responsive', () => {
  it('while texts of all hostile shapes are sent, quoted, counted and viewed', async () => {
    const { userId } = await createAccount({ creditMicro: 100_000_000n });
    const { value } = await createKey();
    const browser = web.as(userId, driven.origin);
    const key = { authorization: `Bearer ${value}` };
    const rows: (LongestWait & { shape: string })[] = [];
    for (const [shape, make] of Object.entries(SHAPES)) {
      const text = `${make(SIZE)} [[sandbox: length=1 pace=0]]`;
      const call = { model: TEST_MODEL, messages: [{ role: 'user', content: text }] };
      const longest = await blockedDuring(async () => {
        await answered(browser('/api/tokenizer', jsonPost({ arg: text })));
        const quote = { conversationId: null, parentMessageId: null, text, model: TEST_MODEL };
        await answered(browser('/api/quote', jsonPost(quote)));
        await answered(fetch(`${driven.origin}/api/v1/quote`, jsonPost(call, { headers: key })));
        await answered(fetch(`${driven.origin}/api/v1/chat/completions`, jsonPost(call, { headers: key })));
        const sent = await browser('/chat/new', {
          method: 'POST',
          body: new URLSearchParams({ intent: 'send', model: TEST_MODEL, text }),
        });
        expect(sent.status).toBeLessThan(500);
        await answered(browser(sent.headers.get('location') ?? '/chat/new'));
      });
      rows.push({ shape, ...longest });
    }
    report(rows);
    expect(rows.filter(({ cpuMs }) => cpuMs > MAX_BLOCKED_MS)).toEqual([]);
  }, 1_800_000);

  it('while bodies of the maximum size arrive', async () => {
    const { value } = await createKey();
    const key = { authorization: `Bearer ${value}` };
    const large = 7_500_000;
    const bodies: Record<string, [path: string, body: string]> = {
      'many small numbers': ['embeddings', `{"model":"${TEST_MODEL}","input":[${'0,'.repeat(large / 2)}0]}`],
      'many short texts': ['embeddings', `{"model":"${TEST_MODEL}","input":[${'"",'.repeat(large / 3)}"a"]}`],
      'many lists': ['embeddings', `{"model":"${TEST_MODEL}","input":[${'[],'.repeat(large / 3)}[0]]}`],
      'many messages': ['chat/completions', `{"messages":[${'{},'.repeat(large / 3)}{}]}`],
      'many parts': [
        'chat/completions',
        `{"model":"${TEST_MODEL}","messages":[{"role":"user","content":[${'{},'.repeat(large / 3)}{}]}]}`,
      ],
      'many tools': ['chat/completions', `{"messages":[],"tools":[${'{},'.repeat(large / 3)}{}]}`],
      'deep lists': [
        'chat/completions',
        `{"messages":[{"role":"user","content":"a"}],"x":${'['.repeat(large / 2)}${']'.repeat(large / 2)}}`,
      ],
      'deep parameters of a tool': [
        'chat/completions',
        `{"model":"${TEST_MODEL}","messages":[{"role":"user","content":"a"}],"tools":[{"type":"function","function":{"name":"a","parameters":{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}}}]}`,
      ],
      'line breaks and no JSON': ['quote', `${'\n'.repeat(large)}x`],
      'many unknown fields': [
        'quote',
        `{${Array.from({ length: large / 12 }, (_, index) => `"k${index}":1`).join(',')}}`,
      ],
    };
    const rows: (LongestWait & { shape: string })[] = [];
    for (const [shape, [path, body]] of Object.entries(bodies)) {
      const longest = await blockedDuring(() =>
        answered(fetch(`${driven.origin}/api/v1/${path}`, jsonPost(body, { headers: key }))),
      );
      rows.push({ shape, ...longest });
    }
    report(rows);
    expect(rows.filter(({ cpuMs }) => cpuMs > MAX_BLOCKED_MS)).toEqual([]);
  }, 300_000);
});

function report(rows: (LongestWait & { shape: string })[]): void {
  const slowest = rows.toSorted((a, b) => b.wallMs - a.wallMs).slice(0, 8);
  for (const { shape, wallMs, cpuMs } of slowest)
    console.log(
      `${shape.padEnd(36)} answered after ${wallMs} ms at most, ${cpuMs} ms of its own processor time`,
    );
}
