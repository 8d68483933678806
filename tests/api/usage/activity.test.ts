import { describe, expect, it } from 'vitest';
import { ACTIVITY_AHEAD, ACTIVITY_SIZE } from '#app/contracts/usage/activity.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { makePastCalls } from '#tests/fixtures/past-calls.ts';
import { useApi } from '#tests/setup/api.ts';

const api = useApi();

interface Activity {
  activity: { _id: string; model: string }[];
  page: number;
  pages: number;
  until: string | null;
  older: string | null;
}

async function read(userId: string, query = ''): Promise<{ status: number; body: Activity }> {
  const answer = await api.as(userId)(`/api/hub/activity${query}`);
  return { status: answer.status, body: (await answer.json()) as Activity };
}

const numbersOf = ({ activity }: Activity) => activity.map(({ model }) => Number(model.split('-')[1]));

describe('GET /api/hub/activity', () => {
  it('lists the user’s calls of chat and API, newest first, ten per page', async () => {
    const { userId } = await createAccount();
    const ids = await makePastCalls({ userId, count: 23 });
    await makePastCalls({ userId, count: 2, target: 'title' });
    const { body: first } = await read(userId);
    expect(numbersOf(first)).toEqual([23, 22, 21, 20, 19, 18, 17, 16, 15, 14]);
    expect(first).toMatchObject({ page: 1, pages: 3, until: ids.at(-1), older: null });
    expect(first.activity[0]).toEqual({
      _id: ids.at(-1),
      kind: 'api',
      state: 'done',
      model: 'maker/model-23',
      provider: 'sandbox',
      offerId: null,
      keyId: null,
      applicationId: null,
      usage: { promptTokens: 23, completionTokens: 46, cachedTokens: 0, reasoningTokens: 0 },
      inputTokens: 23,
      outputTokens: 46,
      cost: '69',
      attempts: 0,
      firstToken: 1000,
      latency: 3000,
      ownKey: false,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string,
    });
    expect(numbersOf((await read(userId, '?page=3')).body)).toEqual([3, 2, 1]);
  });

  it('restricts users to their own calls, whatever they name', async () => {
    const [{ userId }, stranger] = [await createAccount(), await createAccount()];
    // Earlier than theirs: the order of two calls of one millisecond is random.
    await makePastCalls({ userId, count: 2, until: new Date(Date.now() - 1000) });
    const theirs = await makePastCalls({ userId: stranger.userId, count: 3, target: 'message' });
    expect(numbersOf((await read(stranger.userId)).body)).toEqual([3, 2, 1]);
    const { body } = await read(userId, `?until=${theirs.at(-1)}`);
    expect(numbersOf(body)).toEqual([2, 1]);
    expect(body.activity.map(({ _id }) => _id).filter((id) => theirs.includes(id))).toEqual([]);
  });

  it('pages without missing or duplicate calls while new ones arrive', async () => {
    const { userId } = await createAccount();
    await makePastCalls({ userId, count: 21, until: new Date(Date.now() - 60_000) });
    const { body: first } = await read(userId);
    await makePastCalls({ userId, count: 5 });
    const second = (await read(userId, `?page=2&until=${first.until}`)).body;
    const third = (await read(userId, `?page=3&until=${second.until}`)).body;
    expect([first, second, third].flatMap(numbersOf)).toEqual(
      Array.from({ length: 21 }, (_, index) => 21 - index),
    );
    expect(numbersOf((await read(userId)).body).slice(0, 6)).toEqual([5, 4, 3, 2, 1, 21]);
  });

  it('returns the last page for one beyond it', async () => {
    const { userId } = await createAccount();
    expect((await read(userId)).body).toEqual({ activity: [], page: 1, pages: 1, until: null, older: null });
    await makePastCalls({ userId, count: 11 });
    const { body } = await read(userId, '?page=9');
    expect({ numbers: numbersOf(body), page: body.page }).toEqual({ numbers: [1], page: 2 });
  });

  it('counts a number of pages ahead, and more of them from there', async () => {
    const { userId } = await createAccount();
    await makePastCalls({ userId, count: (ACTIVITY_AHEAD + 1) * ACTIVITY_SIZE + 12 });
    const { body: first } = await read(userId);
    expect(first).toMatchObject({ page: 1, pages: ACTIVITY_AHEAD + 1, older: null });
    const { body: last } = await read(userId, `?page=${first.pages}&until=${first.until}`);
    expect(last).toMatchObject({ page: ACTIVITY_AHEAD + 1, pages: ACTIVITY_AHEAD + 3, until: first.until });
    expect(numbersOf(last)).toEqual([22, 21, 20, 19, 18, 17, 16, 15, 14, 13]);
    const { body: rest } = await read(userId, '?page=10000');
    expect(numbersOf(rest)).toEqual([2, 1]);
    expect(rest).toMatchObject({ page: ACTIVITY_AHEAD + 3, pages: ACTIVITY_AHEAD + 3, older: null });
  });

  it.each([
    ['page', ['0', '-1', '1.5', 'two', '', '1e300']],
    ['until', ['', '1', "' OR 1=1 -- ", '%00']],
  ])('refuses an invalid %s by its name', async (name, values) => {
    const { userId } = await createAccount();
    for (const value of values) {
      const { status, body } = await read(userId, `?${name}=${value}`);
      expect({ value, status, body }).toMatchObject({ status: 400, body: { error: { param: name } } });
    }
  });

  it('requires a signed-in user, and is read-only', async () => {
    const { userId } = await createAccount();
    expect((await fetch(`${api.origin()}/api/hub/activity`)).status).toBe(401);
    expect((await api.as(userId)('/api/hub/activity', { method: 'POST' })).status).toBe(405);
  });
});
