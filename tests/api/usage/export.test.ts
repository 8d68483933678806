import { describe, expect, it } from 'vitest';
import { change } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { addKey } from '#tests/factories/create-key.ts';
import { makePastCalls } from '#tests/fixtures/past-calls.ts';
import { useApi } from '#tests/setup/api.ts';

const api = useApi();

type Row = Record<string, string | number | null>;

async function json(userId: string, query = ''): Promise<Row[]> {
  const answer = await api.as(userId)(`/usage/export.json${query}`);
  expect(answer.status).toBe(200);
  return (await answer.json()) as Row[];
}

describe('an export', () => {
  it('as CSV has every call, newest first, over more than a batch', async () => {
    const { userId } = await createAccount();
    const ids = await makePastCalls({ userId, count: 4100, until: new Date('2026-03-04T17:06:07.089Z') });
    await makePastCalls({ userId, count: 3, target: 'title' });
    const answer = await api.as(userId)('/usage/export.csv');
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="usage-\d{4}-\d\d-\d\d\.csv"$/,
    );
    expect(answer.headers.get('cache-control')).toContain('no-store');
    const [head, ...lines] = (await answer.text()).split('\r\n');
    expect(head).toBe(
      'id,createdAt,userId,kind,state,model,provider,keyId,keyName,applicationId,inputTokens,cachedTokens,outputTokens,reasoningTokens,costMicro,firstTokenMs,latencyMs,finishReason,errorCode',
    );
    expect(lines.pop()).toBe('');
    expect(lines.map((line) => line.split(',')[0])).toEqual(ids.toReversed());
    expect(lines[0]).toBe(
      `${ids.at(-1)},2026-03-04T17:06:07.089Z,${userId},api,done,maker/model-4100,sandbox,,,,4100,,8200,,12300,1000,3000,,`,
    );
  });

  it('as JSON is one complete document, also without calls', async () => {
    const { userId } = await createAccount();
    expect(await json(userId)).toEqual([]);
    const ids = await makePastCalls({ userId, count: 4001 });
    const rows = await json(userId);
    expect(rows.map(({ id }) => id)).toEqual(ids.toReversed());
    expect(rows[0]).toMatchObject({
      model: 'maker/model-4001',
      inputTokens: 4001,
      costMicro: '12003',
      keyName: null,
    });
  });

  it('is filtered like the page, and continues over calls that do not match', async () => {
    const { userId } = await createAccount();
    const { keyId } = await addKey(userId, { name: '=1+1' });
    await makePastCalls({ userId, count: 5, until: new Date(Date.now() - 8 * 86_400_000) });
    const ids = await makePastCalls({ userId, count: 4500 });
    await change(AUTOCOMMIT, `UPDATE generations SET model = 'maker/rare', api_key_id = ? WHERE id IN (?)`, [
      keyId,
      [ids[0]!, ids[4499]!],
    ]);
    expect(await json(userId, '?dateInterval=1W')).toHaveLength(4500);
    for (const query of ['?model=maker%2Frare', `?source=${keyId}&dateInterval=1D`])
      expect((await json(userId, query)).map(({ id }) => id)).toEqual([ids[4499], ids[0]]);
    const csv = await (await api.as(userId)(`/usage/export.csv?source=${keyId}`)).text();
    // A spreadsheet would execute it.
    expect(csv).toContain(`,${keyId},'=1+1,`);
  });

  it('covers the user’s own calls; an administrator chooses the user', async () => {
    const [own, other] = [await createAccount(), await createAccount()];
    const admin = await createAccount({ role: 'ADMIN' });
    const [mine] = await makePastCalls({ userId: own.userId, count: 1 });
    const [theirs] = await makePastCalls({ userId: other.userId, count: 1 });
    const idsOf = async (userId: string, query: string) => (await json(userId, query)).map(({ id }) => id);
    expect(await idsOf(own.userId, `?user=${other.userId}`)).toEqual([mine]);
    expect(await idsOf(admin.userId, `?user=${other.userId}`)).toEqual([theirs]);
    expect(await idsOf(admin.userId, '?dateInterval=1D')).toEqual(expect.arrayContaining([mine, theirs]));
    const visitor = await fetch(`${api.origin()}/usage/export.csv`, { redirect: 'manual' });
    expect(visitor.headers.get('location')).toContain('/login');
  });

  it('is written no faster than it is read: two at a time, and a slot is free again when a reader leaves', async () => {
    const { userId } = await createAccount();
    await makePastCalls({ userId, count: 60_000 });
    const call = api.as(userId);
    const start = async () => {
      const leave = new AbortController();
      const answer = await call('/usage/export.json', { signal: leave.signal });
      return { answer, leave: () => leave.abort() };
    };
    const slow = [await start(), await start()];
    expect(slow.map(({ answer }) => answer.status)).toEqual([200, 200]);
    const third = await start();
    expect(third.answer.status).toBe(429);
    expect(third.answer.headers.get('retry-after')).toBe('10');
    await third.answer.text();
    for (const { leave } of slow) leave();
    await expect
      .poll(async () => {
        const { answer, leave } = await start();
        leave();
        return answer.status;
      })
      .toBe(200);
  });

  it('answers a HEAD request without reading a call', async () => {
    const { userId } = await createAccount();
    const answer = await api.as(userId)('/usage/export.csv', { method: 'HEAD' });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
  });
});
