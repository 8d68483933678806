import { expect, it } from 'vitest';
import { admitMessage } from '#app/core/generation/admit/message.ts';
import { chatSend } from '#tests/factories/chat-send.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { useWeb } from '#tests/setup/web.ts';

Object.assign(process.env, { LIMIT_STREAMS: '20', LIMIT_STREAMS_ADDRESS: '25' });
useEngine();
const web = useWeb();

it('serves a user with many tabs, refuses far more, and no longer counts a closed tab', async () => {
  const someone = async () => {
    const { userId } = await createAccount({ creditMicro: 1_000_000n });
    const { generationId } = await admitMessage(
      chatSend(userId, 'Held [[sandbox: length=9 pace=0 gate=held hold=3]]'),
    );
    return { call: web.as(userId), frame: `/replies/${generationId}/frame` };
  };
  const { call, frame } = await someone();
  const tabs = new AbortController();
  const open = (path: string, count: number) =>
    Promise.all(Array.from({ length: count }, () => call(path, { signal: tabs.signal })));

  const served = [...(await open('/api/events', 8)), ...(await open(frame, 12))];
  expect(served.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
  const refused = await open(frame, 100);
  expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([429]));
  expect(refused[0]!.headers.get('retry-after')).toBe('10');
  expect(refused[0]!.headers.get('content-type')).toBe('text/html; charset=utf-8');
  const page = await refused[0]!.text();
  expect(page).toContain('Too many replies are open at once.');
  expect(page).toContain(`<a href="${frame}">`);
  await Promise.all(refused.slice(1).map(async ({ body }) => body?.cancel()));

  const stream = await call('/api/events');
  expect(stream.status).toBe(429);
  expect(stream.headers.get('retry-after')).toBe('10');
  expect(await stream.json()).toMatchObject({ error: { code: 'too_many_streams' } });
  // Pages are no streams.
  expect((await call('/chat/new')).status).toBe(200);

  // Another user at the same address has the rest of its limit.
  const neighbour = await someone();
  const theirs = await Promise.all(
    Array.from({ length: 10 }, () => neighbour.call(neighbour.frame, { signal: tabs.signal })),
  );
  expect(theirs.filter(({ status }) => status === 200)).toHaveLength(5);
  expect(theirs.filter(({ status }) => status === 429)).toHaveLength(5);

  tabs.abort();
  const again = async () => {
    const leaving = new AbortController();
    const { status } = await call(frame, { signal: leaving.signal });
    leaving.abort();
    return status;
  };
  await expect.poll(again).toBe(200);
}, 120_000);
