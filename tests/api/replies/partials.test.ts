import { beforeAll, describe, expect, it } from 'vitest';
import { storePartial, expirePartial } from '#app/core/generation/stream/partial-image.ts';
import { admitSend } from '#tests/factories/admit-send.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { createModel } from '#tests/factories/create-model.ts';
import { useApi } from '#tests/setup/api.ts';
import { UNSERVED } from '#tests/setup/unserved-model.ts';

Object.assign(process.env, UNSERVED);
const api = useApi();

beforeAll(async () => {
  await createModel();
});

async function newCaller() {
  const { userId } = await createAccount({ creditMicro: 1_000_000n });
  return { userId, call: api.as(userId) };
}

describe('GET /replies/:id/partial', () => {
  it('is the newest preview of its owner’s reply, and 404 before there is one', async () => {
    const { userId, call } = await newCaller();
    const { id } = await admitSend(userId);
    const read = () => call(`/replies/${id}/partial?1`);
    expect((await read()).status).toBe(204);
    await storePartial(id, { number: 1, bytes: Buffer.from('one') });
    await storePartial(id, { number: 2, bytes: Buffer.from('two') });
    await expirePartial(id);
    const answer = await read();
    expect(answer.headers.get('content-type')).toBe('image/webp');
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    expect(await answer.text()).toBe('two');
  });

  it('is not visible to other users', async () => {
    const { userId } = await newCaller();
    const { id } = await admitSend(userId);
    await storePartial(id, { number: 1, bytes: Buffer.from('one') });
    const { call } = await newCaller();
    expect((await call(`/replies/${id}/partial`)).status).toBe(404);
    expect((await fetch(`${api.origin()}/replies/${id}/partial`)).status).toBe(401);
  });
});
