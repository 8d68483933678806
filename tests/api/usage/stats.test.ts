import { describe, expect, it } from 'vitest';
import { newId } from '#app/core/platform/ids.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { addKey } from '#tests/factories/create-key.ts';
import { makePastCalls } from '#tests/fixtures/past-calls.ts';
import { drawing } from '#tests/fixtures/drawing.ts';
import { insertSettled, rollUpRest } from '#tests/fixtures/settled-calls.ts';
import { useApi } from '#tests/setup/api.ts';

const api = useApi();

interface Stats {
  totalCost: { total: number; tokenValueByDate: { date: string; value: number }[] }[];
  totalTokens: { total: number; tokenValueByDate: { date: string; value: number }[] }[];
  topModels: { _id: string; requestCount: number }[];
  apiKeys: { _id: string; name: string | null; requestCount: number }[];
  userGrowth: { totalUsers: number; userCountByDate: { date: string; userCount: number }[] }[];
}

async function post(userId: string, filter: unknown): Promise<{ status: number; body: Stats }> {
  const answer = await api.as(userId)('/api/hub/stats', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(filter),
  });
  return { status: answer.status, body: (await answer.json()) as Stats };
}

async function get(userId: string, query = ''): Promise<{ status: number; body: Stats }> {
  const answer = await api.as(userId)(`/api/hub/stats${query}`);
  return { status: answer.status, body: (await answer.json()) as Stats };
}

describe('/api/hub/stats', () => {
  it('sums the user’s own calls in the form of the specification, negative, rolled up or not', async () => {
    const { userId } = await createAccount();
    await makePastCalls({ userId, count: 6, until: new Date(Date.now() - 10_000) });
    await rollUpRest();
    // A call ends three seconds after it began: this one after the rolled-up ones.
    await makePastCalls({ userId, count: 1, target: 'message', until: new Date(Date.now() - 2900) });
    const { status, body } = await post(userId, { dateInterval: '1D' });
    expect(status).toBe(200);
    const [cost, tokens] = [body.totalCost[0]!, body.totalTokens[0]!];
    // For call n: n input tokens, 2n output tokens, 3n micro-dollars.
    expect([cost.total, tokens.total]).toEqual([-66, -66]);
    for (const { total, tokenValueByDate } of [cost, tokens]) {
      expect(tokenValueByDate).toHaveLength(24);
      expect(tokenValueByDate.reduce((sum, { value }) => sum + value, 0)).toBe(total);
      expect(tokenValueByDate[0]!.date).toMatch(/^\d{4}-\d\d-\d\dT\d\d:00:00\.000Z$/);
    }
    expect(body.topModels).toHaveLength(5);
    expect(body.topModels[0]).toEqual({ _id: 'maker/model-1', name: null, requestCount: 2 });
    expect([body.apiKeys, body.userGrowth]).toEqual([[], []]);
    expect((await get(userId, '?dateInterval=1D')).body).toEqual(body);
    expect((await post(userId, { filter: { dateInterval: '1D' } })).body).toEqual(body);
  });

  it('is filtered by a model and by a key', async () => {
    const { userId } = await createAccount();
    const { keyId } = await addKey(userId, { name: 'Laptop' });
    await insertSettled({
      users: [userId],
      keys: [keyId],
      count: 200,
      draw: drawing(1),
      within: 1,
      models: 3,
    });
    const byKey = (await post(userId, { source: keyId, model: null })).body;
    expect(byKey.apiKeys).toEqual([
      { _id: keyId, name: 'Laptop', requestCount: expect.any(Number) as number },
    ]);
    expect(byKey.topModels).toHaveLength(3);
    const both = (await get(userId, `?source=${keyId}&model=maker/model-1&dateInterval=1W`)).body;
    expect(both.topModels).toEqual([byKey.topModels.find(({ _id }) => _id === 'maker/model-1')]);
  });

  it('shows all users, or any single one, to an administrator only', async () => {
    const [{ userId }, admin] = [await createAccount(), await createAccount({ role: 'ADMIN' })];
    await makePastCalls({ userId, count: 3 });
    const ask = (user: string) => get(admin.userId, `?user=${user}`);
    expect((await ask(userId)).body.totalCost[0]!.total).toBe(-18);
    expect((await ask(admin.userId)).body.totalCost[0]!.total).toBe(0);
    const all = (await get(admin.userId)).body;
    expect(all.totalCost[0]!.total).toBeLessThanOrEqual(-18);
    expect((await ask('all')).body.totalCost).toEqual(all.totalCost);
    const [growth] = all.userGrowth;
    expect(growth!.totalUsers).toBeGreaterThanOrEqual(2);
    expect(growth!.userCountByDate.at(-1)!.userCount).toBe(growth!.totalUsers);
  });

  it('refuses sums of other users, with the reason', async () => {
    const [{ userId }, stranger] = [await createAccount(), await createAccount()];
    for (const user of [stranger.userId, 'all', newId()]) {
      expect(await get(userId, `?user=${user}`)).toMatchObject({
        status: 403,
        body: { error: { param: 'user' } },
      });
      for (const body of [{ user }, { filter: { user } }])
        expect(await post(userId, body)).toMatchObject({ status: 403, body: { error: { param: 'user' } } });
    }
    expect((await get(userId, `?user=${userId}`)).status).toBe(200);
    expect((await fetch(`${api.origin()}/api/hub/stats`)).status).toBe(401);
  });

  it.each([
    ['dateInterval', ['1Y', '', 7, null]],
    ['user', ['me', "' OR 1=1 -- ", 1]],
    ['source', ['my key', 'sk-par-1', newId(), {}]],
    ['model', ['x'.repeat(161), 5, []]],
  ])('refuses an invalid %s by its name', async (param, values) => {
    const { userId } = await createAccount();
    for (const value of values)
      expect({ value, ...(await post(userId, { [param]: value })) }).toMatchObject({
        status: 400,
        body: { error: { param } },
      });
  });

  it('sums nothing for an unknown model, in whatever script', async () => {
    const [{ userId }, admin] = [await createAccount(), await createAccount({ role: 'ADMIN' })];
    await makePastCalls({ userId, count: 2 });
    for (const model of ['maker/none', 'モデル', '😀', "' OR 1=1 -- "])
      for (const asker of [userId, admin.userId]) {
        const { status, body } = await post(asker, { model });
        expect({ model, status, total: body.totalCost[0]?.total }).toEqual({ model, status: 200, total: 0 });
      }
  });

  it('refuses the key of another user like an unknown one', async () => {
    const [{ userId }, stranger] = [await createAccount(), await createAccount()];
    const { keyId } = await addKey(stranger.userId);
    expect(await post(userId, { source: keyId })).toEqual(await post(userId, { source: newId() }));
  });
});
