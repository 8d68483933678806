import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ReplyEnd } from '#app/contracts/generation.ts';
import { admitMessage } from '#app/core/generation/admit/message.ts';
import { pruneRequestFiles } from '#app/core/generation/record/request-file.ts';
import { startS3, type S3Double } from '#tests/doubles/s3/start-s3.ts';
import { selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { chatSend } from '#tests/factories/chat-send.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { createImageModel, PICTURE_MODEL } from '#tests/factories/create-image-model.ts';
import { createKey } from '#tests/factories/create-key.ts';
import { createModel, TEST_MODEL } from '#tests/factories/create-model.ts';
import { sandboxGate } from '#tests/fixtures/sandbox-gate.ts';
import { callToEnd } from '#tests/fixtures/engine-call.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { PIXEL_URL } from '#tests/fixtures/pixel.ts';

const HOUR = 60 * 60 * 1000;
const SECRET = 'the-canary-of-the-caller';

let s3: S3Double;
beforeAll(async () => {
  s3 = await startS3('engine-key');
  Object.assign(process.env, {
    S3_BUCKET: 'calls',
    S3_ENDPOINT: s3.endpoint,
    S3_ACCESS_KEY_ID: 'engine-key',
    S3_SECRET_ACCESS_KEY: 'secret',
  });
});
afterAll(() => s3.close());
const engine = useEngine();
beforeEach(async () => {
  s3.objects.clear();
  await createModel({ id: 'sandbox/seeing', supports: ['text-to-text', 'image-to-text'] });
});

/** A request that is too long for the row. */
const long = (directive: string) => `${directive} ${SECRET} ${'word '.repeat(20_000)}`;
const ask = (content: unknown, model = TEST_MODEL) => ({
  model,
  messages: [{ role: 'user', content }],
  stream: true,
});
/** Waits at the provider until the test lets it continue. */
const WAITING = '[[sandbox: gate=file length=5]]';
const letGo = async () => {
  const gate = sandboxGate(engine.sandbox().url, 'file');
  await expect.poll(gate.waiting).toBe(1);
  await gate.open();
};
const running = () =>
  selectRows<{ request: string }>(AUTOCOMMIT, "SELECT request FROM generations WHERE state = 'running'");

describe('a request that is too large for its row', () => {
  it('reaches the provider by a sealed file, which is deleted when the call is settled', async () => {
    const owner = await createKey({ creditMicro: 100_000_000n });
    const call = callToEnd(owner, ask(long(WAITING)));
    await expect.poll(running).toHaveLength(1);
    const [row] = await running();
    const { file } = JSON.parse(row!.request) as { file: string };
    expect(row!.request).toBe(JSON.stringify({ file }));
    expect(file, 'nobody can guess it').toMatch(/^requests\/[0-9a-f-]{36}$/);
    const stored = s3.objects.get(`calls/${file}`);
    expect(stored?.bytes.length).toBeGreaterThan(100_000);
    expect(stored?.bytes.toString()).not.toContain(SECRET);
    await letGo();
    const end = (await call).entries.at(-1) as ReplyEnd;
    expect(end.state).toBe('done');
    expect(end.usage?.promptTokens, 'as the provider counted what it got').toBeGreaterThan(20_000);
    await expect.poll(() => s3.objects.size).toBe(0);
  });

  it('uses a file for an image of a few bytes, too', async () => {
    const owner = await createKey();
    const parts = [
      { type: 'text', text: WAITING },
      { type: 'image_url', image_url: { url: PIXEL_URL } },
    ];
    const call = callToEnd(owner, ask(parts, 'sandbox/seeing'));
    await expect.poll(() => s3.objects.size).toBe(1);
    await letGo();
    expect((await call).entries.at(-1)).toMatchObject({ state: 'done' });
    await expect.poll(() => s3.objects.size).toBe(0);
  });

  it('stays in its row while it is short', async () => {
    const owner = await createKey();
    const call = callToEnd(owner, ask(WAITING));
    await expect.poll(running).toHaveLength(1);
    expect(s3.objects.size).toBe(0);
    await letGo();
    await call;
  });

  it('leaves nothing behind when it is refused for lack of money', async () => {
    const owner = await createKey({ creditMicro: 5n });
    await expect(callToEnd(owner, ask(long('Hi')))).rejects.toMatchObject({ code: 'token_balance' });
    expect(s3.objects.size).toBe(0);
  });

  it('leaves nothing behind when it is a refused message that asks for an image', async () => {
    await createImageModel();
    const { userId } = await createAccount({ creditMicro: 5n });
    const send = chatSend(userId, '京'.repeat(25_000), { model: PICTURE_MODEL });
    await expect(admitMessage(send)).rejects.toMatchObject({ code: 'token_balance' });
    expect(s3.objects.size).toBe(0);
  });

  it('leaves nothing behind when the provider fails', async () => {
    const owner = await createKey({ creditMicro: 100_000_000n });
    const { entries } = await callToEnd(owner, ask(long('[[sandbox: fault=400]]')));
    expect(entries.at(-1)).toMatchObject({ state: 'failed' });
    await expect.poll(() => s3.objects.size).toBe(0);
  });
});

it('prunes the leftovers of a crash, and neither new files nor those that a run needs', async () => {
  const owner = await createKey({ creditMicro: 100_000_000n });
  const call = callToEnd(owner, ask(long(WAITING)));
  await expect.poll(running).toHaveLength(1);
  const old = new Date(Date.now() - 2 * HOUR);
  for (const object of s3.objects.values()) object.storedAt = old;
  for (const name of ['one', 'two', 'three'])
    s3.objects.set(`calls/requests/${name}`, { bytes: Buffer.from(''), storedAt: old });
  s3.objects.set('calls/requests/new', { bytes: Buffer.from(''), storedAt: new Date() });
  expect(await pruneRequestFiles()).toBe(3);
  expect(s3.objects.size).toBe(2);
  await letGo();
  expect((await call).entries.at(-1)).toMatchObject({ state: 'done' });
  await expect.poll(() => [...s3.objects.keys()]).toEqual(['calls/requests/new']);
});
