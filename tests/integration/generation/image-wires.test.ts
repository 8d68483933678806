import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Dialect } from '#app/contracts/catalogue/dialects.ts';
import type { Price } from '#app/contracts/price.ts';
import { filesOfGenerations } from '#app/core/files/records/owned-files.ts';
import { admitPrompt } from '#app/core/generation/admit/prompt.ts';
import { wakeJob } from '#app/core/generation/run/job/webhook.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { MEDIA_KEY, startMedia, type MediaDouble } from '#app/sandbox/media/start-media.ts';
import type { WireName } from '#app/sandbox/media/wires/index.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { createModel } from '#tests/factories/create-model.ts';
import { columnsOf } from '#tests/fixtures/generation-row.ts';
import { soundBalance } from '#tests/fixtures/ledger-sums.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { IS_FULL } from '#tests/setup/suite.ts';

let double: MediaDouble;
beforeAll(async () => {
  double = await startMedia();
});
useEngine(() => ({
  SANDBOX: 'false',
  ...Object.fromEntries(
    WIRES.flatMap(({ env, wire }) => [
      [`${env}_API_KEY`, MEDIA_KEY],
      [`${env}_BASE_URL`, double.url(wire)],
    ]),
  ),
}));
afterAll(() => double.close());

interface Wired {
  provider: string;
  env: string;
  wire: WireName;
  dialect?: Dialect;
  upstreamModel: string;
  /** It answers while its connection is open. */
  isAtOnce?: true;
}

const WIRES: readonly Wired[] = [
  { provider: 'fal', env: 'FAL', wire: 'fal', upstreamModel: 'fal-ai/flux/dev' },
  { provider: 'bfl', env: 'BFL', wire: 'bfl', upstreamModel: 'flux-2-pro' },
  {
    provider: 'replicate',
    env: 'REPLICATE',
    wire: 'replicate',
    upstreamModel: 'black-forest-labs/flux-schnell',
  },
  { provider: 'stability', env: 'STABILITY', wire: 'stability', upstreamModel: 'core', isAtOnce: true },
  {
    provider: 'google',
    env: 'GOOGLE',
    wire: 'gemini',
    dialect: 'google',
    upstreamModel: 'gemini-3.1-flash-image',
    isAtOnce: true,
  },
  {
    provider: 'openai',
    env: 'OPENAI',
    wire: 'openai-images',
    dialect: 'openai-images',
    upstreamModel: 'gpt-image-2',
    isAtOnce: true,
  },
];

const CREDIT = 1_000_000n;
/** Micro-dollars per image. */
const COST = 40_000n;
const PRICE: Price = { rules: [{ rates: { image: COST * 1_000_000n } }] };
const WAIT = { timeout: 30_000, interval: 50 };

/** Orders an image, and waits for its end. */
async function order({ provider, dialect, upstreamModel, isAtOnce }: Wired, directive: string) {
  const id = `acme/${provider}`;
  const offers = [{ provider, upstreamModel, price: PRICE, ...(dialect && { dialect }) }];
  await createModel({ id, supports: ['text-to-image'], capabilities: [], contextTokens: 0, offers });
  const { userId } = await createAccount({ creditMicro: CREDIT });
  const before = double.jobs.length;
  const { cells } = await admitPrompt({
    userId,
    requestId: 'test',
    playgroundId: null,
    clientId: null,
    text: `A fox [[sandbox: ${directive}]]`,
    output: 'image',
    pairs: [{ model: id, provider }],
    options: {},
    isBlind: false,
    files: [],
  });
  const { generationId, error } = cells[0]!;
  if (error) throw error;
  const isOver = async () => {
    // Polls the job at once; the full run waits for the worker's own polls, every other second.
    if (!IS_FULL && !isAtOnce) await wakeJob(generationId);
    return (await columnsOf(generationId))?.finished_at !== null;
  };
  await expect.poll(isOver, WAIT).toBe(true);
  const made = await filesOfGenerations(AUTOCOMMIT, { userId, generationIds: [generationId] });
  return {
    row: await columnsOf(generationId),
    files: made.get(generationId) ?? [],
    balance: await soundBalance(userId),
    orders: double.jobs.length - before,
  };
}

describe.each(WIRES.map((wired) => [wired.provider, wired] as const))('%s', (_name, wired) => {
  it('makes an image, which is stored and charged, by one order', async () => {
    const { row, files, balance, orders } = await order(wired, 'looks=2');
    expect(row).toMatchObject({ state: 'done', charge_reason: 'output', charged_micro: String(COST) });
    expect(files).toMatchObject([{ kind: 'image', mimeType: 'image/png', place: 0 }]);
    expect(balance).toBe(CREDIT - COST);
    expect(orders).toBe(1);
  });

  it.each([
    ['it fails', 'fault=500', 'failed', null],
    ['its answer is lost', 'fault=lost', 'failed', 'provider_cut'],
  ])('costs nothing if %s', async (_what, directive, state, code) => {
    const { row, files, balance, orders } = await order(wired, directive);
    expect(row).toMatchObject({ state, charged_micro: '0', ...(code && { error_code: code }) });
    expect(files).toEqual([]);
    expect(balance).toBe(CREDIT);
    expect(orders).toBeLessThanOrEqual(1);
  });
});

describe.each(WIRES.filter(({ isAtOnce }) => !isAtOnce).map((wired) => [wired.provider, wired] as const))(
  'a job at %s',
  (_name, wired) => {
    it.each([
      ['is kept back by policy', 'end=refused looks=1', 'content_filter'],
      ['fails', 'end=failed looks=1', 'provider_unavailable'],
      ['ends with a page', 'looks=1 result="RESULTS/page"', 'provider_malformed'],
      ['ends with an address that is dead', 'looks=1 result="RESULTS/gone"', 'provider_malformed'],
      [
        'ends with an address in our own network',
        'looks=1 result="http://127.0.0.1:1/a.png"',
        'provider_malformed',
      ],
    ])('that %s is over and free', async (_what, directive, code) => {
      const results = `${new URL(double.url(wired.wire)).origin}/${wired.wire}/results`;
      const { row, files, balance } = await order(wired, directive.replace('RESULTS', results));
      expect(row).toMatchObject({ state: 'failed', error_code: code, charged_micro: '0' });
      expect(files).toEqual([]);
      expect(balance).toBe(CREDIT);
    });
  },
);
