import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { START_CURSOR, type ReplyEnd } from '#app/contracts/generation.ts';
import { admitMessage } from '#app/core/generation/admit/message.ts';
import { readReceipt } from '#app/core/generation/report/receipt.ts';
import { readReply } from '#app/core/generation/stream/reader.ts';
import { clearHealthCache } from '#app/core/routing/health/known-health.ts';
import { healthReported } from '#app/core/routing/health/breaker.ts';
import { readStoredHealth } from '#app/core/routing/health/stored-health.ts';
import { redis } from '#app/core/platform/redis.ts';
import { selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { chatSend } from '#tests/factories/chat-send.ts';
import { createKey } from '#tests/factories/create-key.ts';
import { createModel, TEST_PRICE } from '#tests/factories/create-model.ts';
import { callToEnd } from '#tests/fixtures/engine-call.ts';
import { REFUSALS } from '#app/sandbox/providers/scenario.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { IS_FULL } from '#tests/setup/suite.ts';

// A silent stream is given up after a moment, and an unstreamed answer after its share of the deadline, which
// is short in the full run only: on a busy machine the other provider's answer may take longer.
Object.assign(process.env, { RUN_STALL_MS: '800', RUN_DEADLINE_MS: IS_FULL ? '6400' : '60000' });
const engine = useEngine();

const MODEL = 'sandbox/twin';
const DEAR = { rules: [{ rates: { input: 2_000_000_000n, output: 8_000_000_000n } }] };

beforeEach(async () => {
  await healthReported();
  await redis().del('offers:health');
  clearHealthCache();
  // Routing draws the first of them first: the other costs 2,000 times as much, which makes it 1 in
  // 4,000,000.
  const offers = [
    { provider: 'sandbox', price: TEST_PRICE },
    { provider: 'sandbox-b', price: DEAR },
  ];
  await createModel({ id: MODEL, offers });
});

/** The request itself is the cause: the other provider would answer the same. */
const CALLERS = ['400', 'filter'];
/** An end without text, a reason and usage. */
const SILENT = 'no-finish after=0 usage=missing text=""';
const DYING = [
  ...REFUSALS.filter((fault) => !CALLERS.includes(fault)),
  '429 retry=1',
  '429 retry=60',
  '503 retry=60',
  'headers',
  'error-first',
  'error-mid after=0',
  'cut after=0',
  'stall after=0',
  'malformed after=0',
  SILENT,
];
/** An unstreamed answer without a finish reason has its text. */
const DYING_STREAMS = [...DYING, 'no-finish after=0'];
/**
 * Unstreamed answers fall over in the same way: the default run has each kind of failure once, without
 * silences. Each refusal of both deliveries is in `behaviour.test.ts` of the adapters.
 */
const DYING_WHOLES = IS_FULL
  ? DYING
  : ['500', '429 retry=1', 'refuse', 'error-first', 'cut after=0', 'malformed after=0', SILENT];

const words = 'One two three — دوم 🚣🏽';
const faulty = (fault: string) =>
  `[[sandbox: at=sandbox fault=${fault}]] [[sandbox: at=sandbox-b text="${words}"]]`;

describe.each([true, false])(
  'a call whose first provider fails before any output, streamed: %s',
  (stream) => {
    it.each(stream ? DYING_STREAMS : DYING_WHOLES)(
      'is answered completely by the other: %s',
      async (fault) => {
        const owner = await createKey({ creditMicro: 1_000_000_000n });
        const { generationId, text, entries } = await callToEnd(owner, {
          model: MODEL,
          messages: [{ role: 'user', content: faulty(fault) }],
          max_tokens: 200,
          stream,
        });
        expect(text).toBe(words);
        expect(entries[0]).toMatchObject({ type: 'start', provider: 'sandbox-b' });
        expect(entries.at(-1)).toMatchObject({ type: 'end', state: 'done', finishReason: 'stop' });
        const receipt = await readReceipt(AUTOCOMMIT, { userId: owner.userId, generationId });
        const { attempts } = receipt;
        expect(attempts[0]).toMatchObject({ provider: 'sandbox', answered: false });
        expect(attempts.at(-1)).toMatchObject({ provider: 'sandbox-b', answered: true });
      },
    );

    it.each(CALLERS)('is refused at once when the request is the cause: %s', async (fault) => {
      const owner = await createKey({ creditMicro: 1_000_000_000n });
      const { entries } = await callToEnd(owner, {
        model: MODEL,
        messages: [{ role: 'user', content: faulty(fault) }],
        max_tokens: 200,
        stream,
      });
      expect((entries.at(-1) as ReplyEnd).state).toBe('failed');
      expect(engine.sandbox().requests()).toHaveLength(1);
    });
  },
);

describe('the chat', () => {
  // The title of a chat is a call of its own, which the next test must not see.
  afterEach(async () => {
    const ended = `SELECT id FROM generations WHERE target = 'title' AND state NOT IN ('queued', 'running')`;
    await vi.waitUntil(async () => (await selectRows(AUTOCOMMIT, ended)).length === 1, 45_000);
  });

  it.each(IS_FULL ? ['500', '401', 'refuse', 'hang', 'error-first', SILENT] : ['500', 'hang', SILENT])(
    'is answered by the other provider when the first fails before any output: %s',
    async (fault) => {
      const { userId } = await createKey({ creditMicro: 1_000_000_000n });
      const { generationId } = await admitMessage(chatSend(userId, faulty(fault), { model: MODEL }));
      let text = '';
      let end: unknown;
      const signal = AbortSignal.timeout(90_000);
      for await (const { event } of readReply({ generationId, cursor: START_CURSOR, signal })) {
        if (event.type === 'text') text += event.text;
        if (event.type === 'end') end = event;
      }
      expect(text).toBe(words);
      expect(end).toMatchObject({ state: 'done', errorCode: null });
      const receipt = await readReceipt(AUTOCOMMIT, { userId, generationId });
      expect(receipt).toMatchObject({ model: MODEL, provider: 'sandbox-b' });
      // At the price of the provider that answered.
      expect(receipt.price?.rules).toEqual(DEAR.rules);
    },
  );

  it('omits parameters that an offer does not support', async () => {
    await createModel({ id: 'sandbox/plain', parameters: { temperature: false } });
    const { userId } = await createKey();
    const parameters = { temperature: 0.3, topP: 0.5 };
    const send = chatSend(userId, '[[sandbox: length=3]]', { model: 'sandbox/plain', parameters });
    const { generationId } = await admitMessage(send);
    await expect.poll(() => engine.sandbox().requests().length).toBeGreaterThan(0);
    const sent = engine.sandbox().requests()[0]?.body;
    expect(sent).toMatchObject({ top_p: 0.5 });
    expect(sent).not.toHaveProperty('temperature');
    const leftOut = async () => (await readReceipt(AUTOCOMMIT, { userId, generationId })).leftOut;
    await expect.poll(leftOut).toEqual(['temperature']);
  });
});

describe('an offer that fails', () => {
  const ask = async (text: string) => {
    const owner = await createKey({ creditMicro: 1_000_000_000n });
    const messages = [{ role: 'user', content: text }];
    const call = await callToEnd(owner, { model: MODEL, messages, max_tokens: 50, stream: true });
    await healthReported();
    return call;
  };
  const asked = () =>
    engine
      .sandbox()
      .requests()
      .map(({ provider }) => provider);

  it('is no longer called after three failures, and then last', async () => {
    for (let call = 0; call < 3; call += 1) await ask(faulty('500'));
    expect(asked().filter((provider) => provider === 'sandbox')).toHaveLength(3);
    engine.sandbox().forget();
    await ask('[[sandbox: length=3]]');
    expect(asked()).toEqual(['sandbox-b']);
    await ask('[[sandbox: at=sandbox-b fault=500]] [[sandbox: at=sandbox length=3]]');
    expect(asked().slice(1)).toEqual(['sandbox-b', 'sandbox']);
  });

  it('is not penalized for errors of the request', async () => {
    for (let call = 0; call < 5; call += 1) await ask('[[sandbox: fault=400]]');
    engine.sandbox().forget();
    await ask('[[sandbox: length=3]]');
    expect(asked()).toEqual(['sandbox']);
  });

  it('is measured by its traffic', async () => {
    await ask('[[sandbox: length=40 delay=50 pace=10]]');
    const [health] = [...(await readStoredHealth()).values()];
    expect(health?.firstWordMs).toBeGreaterThanOrEqual(50);
    expect(health?.tokensPerSecond).toBeGreaterThan(1);
    expect(health?.ok).toBeGreaterThan(0.9);
  });
});
