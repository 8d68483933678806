import { afterAll, beforeEach, expect, it } from 'vitest';
import type { LogEntry, ReplyEnd } from '#app/contracts/generation.ts';
import { openAiEmbeddings } from '#app/core/providers/openai/embeddings.ts';
import { vectorLimit } from '#app/core/providers/shared/answer.ts';
import { healthReported } from '#app/core/routing/health/breaker.ts';
import { startEndless } from '#tests/doubles/endless/start-endless.ts';
import { createKey } from '#tests/factories/create-key.ts';
import { createModel } from '#tests/factories/create-model.ts';
import { beginCall, readEnd } from '#tests/fixtures/engine-call.ts';
import { soundBalance } from '#tests/fixtures/ledger-sums.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { IS_FULL } from '#tests/setup/suite.ts';

// A provider that never ends, over real connections: reading and storing are bounded, and the connection is
// closed.
const endless = await startEndless();
process.env.SANDBOX_B_BASE_URL = endless.url;
useEngine();
afterAll(() => endless.close());

const MODEL = 'sandbox/endless';
const CREDIT = 1_000_000_000n;
const MEGABYTE = 1024 * 1024;
/** Maximum stored characters of one answer. */
const MAX_STORED = 2 * MEGABYTE;
/** Maximum bytes read from a stream without storable output, plus the buffers between us. */
const MAX_READ = 16 * MEGABYTE;
const BUFFERED = 16 * MEGABYTE;

let owner: Awaited<ReturnType<typeof createKey>>;
beforeEach(async () => {
  await createModel({ id: MODEL, offers: [{ provider: 'sandbox-b' }] });
  owner = await createKey({ creditMicro: CREDIT });
});

async function callToEnd(flood: string, fields: object) {
  const before = endless.given().length;
  const call = await beginCall(owner, `endless ${flood}`, { model: MODEL, max_tokens: 100, ...fields });
  const { entries, end } = await call.end();
  await healthReported();
  return { entries, end, row: await readEnd(call.generationId), given: endless.given().slice(before) };
}

const lengthOf = (entries: readonly LogEntry[]) =>
  entries.reduce((sum, entry) => sum + (entry.type === 'end' ? 0 : JSON.stringify(entry).length), 0);

async function expectBooked({ end, row }: { end: ReplyEnd; row: Awaited<ReturnType<typeof readEnd>> }) {
  expect(end).toMatchObject({ state: 'failed', errorCode: 'provider_malformed' });
  expect(end.errorDetail).toContain('does not end');
  expect(row.chargedMicro).toBeLessThanOrEqual(row.heldMicro);
  expect(await soundBalance(owner.userId)).toBe(CREDIT - BigInt(row.chargedMicro));
}

it.each(IS_FULL ? ['words', 'tools'] : ['words'])(
  'endless %s are cut: the output is stored and charged, at most up to the hold',
  async (flood) => {
    const { entries, end, row, given } = await callToEnd(flood, {});
    await expectBooked({ end, row });
    expect(row.reason).toBe('output');
    expect(row.chargedMicro).toBeGreaterThan(0);
    expect(lengthOf(entries)).toBeGreaterThan(MAX_STORED / 2);
    expect(lengthOf(entries)).toBeLessThan(2 * MAX_STORED);
    expect(given).toHaveLength(1);
    expect(given[0]).toBeLessThan(3 * MAX_STORED + BUFFERED);
  },
);

it.each(IS_FULL ? ['usage', 'comments'] : ['comments'])(
  'endless %s without output are cut, and free',
  async (flood) => {
    const { end, row, given } = await callToEnd(flood, {});
    await expectBooked({ end, row });
    expect(row).toMatchObject({ reason: 'provider_failed', chargedMicro: 0 });
    for (const bytes of given) expect(bytes).toBeLessThan(MAX_READ + MEGABYTE + BUFFERED);
  },
);

it('an endless unstreamed answer is refused, and free', async () => {
  const { end, row, given } = await callToEnd('whole', { stream: false });
  expect(end).toMatchObject({ state: 'failed', errorCode: 'provider_malformed' });
  expect(row).toMatchObject({ reason: 'provider_failed', chargedMicro: 0 });
  expect(await soundBalance(owner.userId)).toBe(CREDIT);
  for (const bytes of given) expect(bytes).toBeLessThan(MAX_READ + BUFFERED);
});

it('endless vectors are read up to the maximum size of the requested ones', async () => {
  const request = { model: 'any', input: 'endless vectors' };
  const credentials = { apiKey: 'sandbox', baseUrl: endless.url };
  const read = async () => {
    const { signal } = new AbortController();
    for await (const event of openAiEmbeddings.stream(request, { signal, credentials })) void event;
  };
  await expect(read()).rejects.toMatchObject({ code: 'provider_malformed' });
  expect(endless.given().at(-1)).toBeLessThan(vectorLimit(1) + BUFFERED);
});
