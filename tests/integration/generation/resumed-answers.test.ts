import pLimit from 'p-limit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { START_CURSOR } from '#app/contracts/generation.ts';
import { countTokens } from '#app/core/catalogue/tokens/count-tokens.ts';
import { admitMessage } from '#app/core/generation/admit/message.ts';
import { readReceipt } from '#app/core/generation/report/receipt.ts';
import { readReply } from '#app/core/generation/stream/reader.ts';
import { readBalance } from '#app/core/ledger/balances.ts';
import { selectRow } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { startResuming, type Resuming, type Story } from '#tests/doubles/resuming/start-resuming.ts';
import { chatSend } from '#tests/factories/chat-send.ts';
import { createKey } from '#tests/factories/create-key.ts';
import { metricOf } from '#tests/fixtures/metric-of.ts';
import {
  beginStory,
  createStoryModel,
  drawCut,
  judge,
  optionsOf,
  printShares,
  resumingEnvironment,
} from '#tests/fixtures/resumed-calls.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { seedFrom, sizeFrom } from '#tests/setup/suite.ts';

let doubles: Resuming;
beforeAll(async () => {
  doubles = await startResuming();
});
afterAll(() => doubles.close());
useEngine(() => resumingEnvironment(doubles));

const SEED = seedFrom('RESUME_SEED');
const CUTS = sizeFrom('RESUME_CUTS', { default: 24, full: 200 });
const MIN_JOINED = CUTS * 0.75;
const AT_ONCE = 10;

it(`goes on with ${CUTS} answers that providers break off`, async () => {
  const owner = await createKey({ creditMicro: 10_000_000_000n });
  const before = (await readBalance(AUTOCOMMIT, owner.userId)).balanceMicro;
  const promptsBefore = await metricOf('parlance_resumed_prompt_tokens_total');
  const limit = pLimit(AT_ONCE);
  const play = async (place: number) => {
    const cut = drawCut(SEED, place);
    const { story, kind } = cut;
    const call = await beginStory(owner, story, { doubles, place, fields: optionsOf(kind) });
    return { kind, ...(await judge(owner, cut, call)) };
  };
  const played = await Promise.all(Array.from({ length: CUTS }, (_, place) => limit(() => play(place))));
  expect(played.flatMap(({ problems }) => problems)).toEqual([]);
  expect(doubles.objections).toEqual([]);
  const after = await readBalance(AUTOCOMMIT, owner.userId);
  expect(before - after.balanceMicro).toBe(played.reduce((sum, { charged }) => sum + charged, 0n));
  expect(after.heldMicro).toBe(0n);
  expect(await metricOf('parlance_resumed_prompt_tokens_total')).toBeGreaterThan(promptsBefore);
  expect(printShares('answers', played)).toBeGreaterThanOrEqual(MIN_JOINED);
}, 120_000);

const story = (more: Partial<Story> = {}): Story => ({
  text: 'They gather rain and snow, and on their way to the sea they carve valleys and carry ships.',
  cut: 40,
  end: 'cut',
  manners: {},
  ...more,
});

async function callToEnd(more: Partial<Story>, place: string, fields: { provider?: object } = {}) {
  const owner = await createKey();
  const heard = await (await beginStory(owner, story(more), { doubles, place, fields })).end();
  const { generationId } = heard;
  return { ...heard, receipt: await readReceipt(AUTOCOMMIT, { userId: owner.userId, generationId }) };
}

it('lists in the receipt the failed and the continuing provider, and the charge for each', async () => {
  const tokens = await countTokens(story().text.slice(40), 'o200k');
  const { receipt, entries } = await callToEnd({ manners: { second: 'starts anew' } }, 'receipt');
  expect(receipt.provider).toBe('openai');
  expect(receipt.attempts).toMatchObject([
    { provider: 'openai', answered: true, errorCode: 'provider_cut' },
    { provider: 'xai', answered: false, errorCode: null, resumed: true },
    { provider: 'groq', answered: true, errorCode: null, resumed: true, part: { completionTokens: tokens } },
  ]);
  expect(receipt.cost?.lines.map((line) => [line.class, line.count, line.ratePico])).toEqual([
    ['input', receipt.usage!.promptTokens, 1_000_000n],
    ['output', receipt.usage!.completionTokens - tokens, 4_000_000n],
    ['output', tokens, 12_000_000n],
  ]);
  expect(entries.filter(({ type }) => type === 'resume')).toEqual([
    { type: 'resume', model: receipt.model, provider: 'groq' },
  ]);
});

it.each<[string, object]>([
  ['its caller forbids it', { provider: { resume: false } }],
  ['there are tools', { tools: [{ type: 'function', function: { name: 'look' } }] }],
  ['probabilities are wanted', { logprobs: true }],
])('leaves an answer truncated when %s', async (why, fields) => {
  const { text, end, receipt } = await callToEnd({}, `off-${why.length}`, fields);
  expect(text).toBe(story().text.slice(0, 40));
  expect(end).toMatchObject({ state: 'failed', errorCode: 'provider_cut', finishReason: 'incomplete' });
  expect(receipt.attempts).toHaveLength(1);
});

it('calls the same offer once more if no other may be called', async () => {
  const { text, receipt } = await callToEnd({}, 'alone', { provider: { allow_fallbacks: false } });
  expect(text).toBe(story().text);
  expect(receipt.attempts).toMatchObject([
    { provider: 'openai', errorCode: 'provider_cut' },
    { provider: 'openai', resumed: true, answered: true },
  ]);
});

it('calls three at most, and stays truncated if none of them can continue', async () => {
  const manners = { second: 'starts anew', third: 'changes language', first: 'starts anew' } as const;
  const { text, end, receipt } = await callToEnd({ manners }, 'nobody');
  expect(text).toBe(story().text.slice(0, 40));
  expect(end).toMatchObject({ state: 'failed', errorCode: 'provider_cut', finishReason: 'incomplete' });
  expect(receipt.attempts).toHaveLength(4);
});

it('ends as stopped when its reader leaves while another is called', async () => {
  const owner = await createKey();
  const slow = story({ pace: 40 });
  const call = await beginStory(owner, slow, { doubles, place: 'left' });
  let text = '';
  for await (const entry of call.entries()) {
    if (entry.type === 'text') text += entry.text;
    if (text.length === slow.cut) break;
  }
  await call.leave();
  const { generationId } = call;
  const receipt = () => readReceipt(AUTOCOMMIT, { userId: owner.userId, generationId });
  await expect.poll(async () => (await receipt()).state).toBe('stopped');
  expect(await receipt()).toMatchObject({ chargeReason: 'output', errorCode: null });
});

it('continues a reply of the chat, which is stored as its readers saw it', async () => {
  const { userId } = await createKey();
  const told = story();
  const question = doubles.add(told);
  const model = await createStoryModel('chat', ['openai']);
  const { generationId } = await admitMessage(chatSend(userId, question, { model }));
  let text = '';
  const signal = AbortSignal.timeout(60_000);
  for await (const { event } of readReply({ generationId, cursor: START_CURSOR, signal })) {
    if (event.type === 'text') text += event.text;
    if (event.type === 'end') expect(event).toMatchObject({ state: 'done', finishReason: 'stop' });
  }
  expect(text).toBe(told.text);
  const stored = await selectRow<{ text: string }>(
    AUTOCOMMIT,
    'SELECT text FROM messages WHERE id = (SELECT reply_message_id FROM generations WHERE id = ?)',
    [generationId],
  );
  expect(stored).toEqual({ text: told.text });
  const { attempts, cost } = await readReceipt(AUTOCOMMIT, { userId, generationId });
  expect(attempts.map(({ resumed = false }) => resumed)).toEqual([false, true]);
  expect(cost).not.toBeNull();
});
