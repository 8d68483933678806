import { describe, expect, it } from 'vitest';
import { newId } from '#app/core/platform/ids.ts';
import { change } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { REPORTS } from '#app/sandbox/media/report.ts';
import { soundBalance } from '#tests/fixtures/ledger-sums.ts';
import { CREDIT, providerStage, type Provider } from './provider-stage.ts';

const stage = providerStage();
const COST = 40_000n;
const SIGNING: readonly Provider[] = ['fal', 'replicate', 'bfl'];
const HOUR = 60;

/** The job of the newest order. */
const jobId = () => stage.jobs().at(-1)!.id;

describe.each(SIGNING)('a webhook of %s', (provider) => {
  const report = REPORTS[provider]!;

  it('ends a job at once whose next poll is in an hour, and changes nothing when it arrives again', async () => {
    const { id, userId } = await stage.order(provider, 'looks=1');
    await stage.putOff(id);
    expect(stage.jobs().at(-1)!.webhook).toBe(stage.address(provider, id));
    const tell = () => stage.tell(stage.address(provider, id), report(jobId()));
    const answer = await tell();
    expect([answer.status, await answer.json()]).toEqual([200, { received: true }]);
    await stage.becomes(id, { state: 'done', charged_micro: String(COST) });
    const before = await stage.row(id);
    expect((await tell()).status).toBe(200);
    expect(await stage.row(id)).toEqual(before);
    expect(await soundBalance(userId)).toBe(CREDIT - COST);
  });

  it.each([
    ['not signed', { isSigned: false }],
    ...(provider === 'bfl' ? [] : [['signed too long ago', { at: 1_700_000_000 }] as const]),
  ] as const)(
    'that is %s brings a poll forward, and not another one right after it',
    async (_what, signing) => {
      const { id } = await stage.order(provider, 'looks=1000');
      await stage.putOff(id);
      const tell = () => stage.tell(stage.address(provider, id), report(jobId(), signing));
      const polls = Number((await stage.row(id))!.polls);
      expect((await tell()).status).toBe(200);
      await stage.becomes(id, { polls: polls + 1, worker_id: null });
      await stage.putOff(id);
      const before = (await stage.row(id)) as unknown as { hinted_at: Date };
      expect((await tell()).status).toBe(200);
      const after = (await stage.row(id)) as unknown as { hinted_at: Date };
      expect(after.hinted_at.getTime() - before.hinted_at.getTime()).toBeGreaterThanOrEqual(10_000);
    },
  );

  it('for another provider’s job, or to an address that was not issued, is refused', async () => {
    const { id } = await stage.order(provider, 'looks=1000');
    await stage.putOff(id);
    const address = stage.address(provider, id);
    const other = stage.address('stability', id);
    const refused = [
      await stage.tell(address, report('job-of-a-stranger')),
      await stage.tell(address.replace(/=.*/, `=${'a'.repeat(43)}`), report(jobId())),
      await stage.tell(address.replace(/\?.*/, ''), report(jobId())),
      await stage.tell(other, report(jobId())),
      await stage.tell(other.replace('stability', provider), report(jobId())),
      await stage.tell(address.replace(id, newId()), report(jobId())),
      await stage.tell(address.replace(id, 'no-id'), report(jobId())),
    ];
    expect(refused.map(({ status }) => status)).toEqual(Array(refused.length).fill(404));
    expect(await stage.minutesLeft(id)).toBe(HOUR);
  });
});

it('is refused for an id that is no generation, and ignored without an end', async () => {
  const unknown = stage.address('fal', newId());
  expect((await stage.tell(unknown, REPORTS.fal!('job-1'))).status).toBe(200);
  const long = { headers: {}, body: ' '.repeat(4 * 1024 * 1024 + 1) };
  expect((await stage.tell(unknown, long)).status).toBe(413);
  expect((await fetch(unknown)).status).toBe(405);
});

it.each(['kling', 'luma', 'minimax'] as const)(
  'a webhook of %s, which signs none, brings a poll forward',
  async (provider) => {
    const { id } = await stage.order(provider, 'looks=1 end=failed');
    await stage.putOff(id);
    const { status } = await stage.tell(stage.address(provider, id), REPORTS[provider]!(jobId()));
    expect(status).toBe(200);
    await stage.becomes(id, { state: 'failed', charged_micro: '0' });
  },
);

describe('MiniMax, which verifies an address before it accepts an order', () => {
  it('gets its challenge back from our address, and no other caller does', async () => {
    const { id } = await stage.order('minimax', 'looks=1000');
    await stage.putOff(id);
    const address = stage.address('minimax', id);
    expect(stage.jobs().map(({ webhook }) => webhook)).toEqual([address]);
    const ask = (where: string, challenge: unknown) =>
      stage.tell(where, { headers: {}, body: JSON.stringify({ challenge }) });
    expect(await (await ask(address, 'a-word_1')).json()).toEqual({ challenge: 'a-word_1' });
    // A challenge brings no poll forward.
    expect(await stage.minutesLeft(id)).toBe(HOUR);
    expect(await (await ask(address, '<script>')).json()).toEqual({ received: true });
    expect((await ask(address.replace(/=.*/, `=${'a'.repeat(43)}`), 'a-word_1')).status).toBe(404);
    expect(await (await ask(stage.address('kling', newId()), 'a-word_1')).json()).toEqual({ received: true });
  });
});

describe('an order whose answer was lost', () => {
  it('is identified by the webhook of fal, and not by an unsigned one', async () => {
    const { id, userId } = await stage.order('fal', 'fault=lost looks=1');
    await stage.putOff(id);
    expect(await stage.row(id)).toMatchObject({ provider_job_id: null });
    const address = stage.address('fal', id);
    await stage.tell(address, REPORTS.fal!('job-of-a-stranger', { isSigned: false }));
    expect(await stage.row(id)).toMatchObject({ told_job_id: null });
    await stage.tell(address, REPORTS.fal!(jobId()));
    await stage.becomes(id, { state: 'done', provider_job_id: jobId(), charged_micro: String(COST) });
    expect(stage.jobs()).toHaveLength(1);
    expect(await soundBalance(userId)).toBe(CREDIT - COST);
  });

  it('is given up when no webhook has reported it for ten minutes', async () => {
    const { id, userId } = await stage.order('fal', 'fault=lost');
    await stage.putOff(id);
    await change(
      AUTOCOMMIT,
      `UPDATE generations SET ordering_at = NOW(3) - INTERVAL 11 MINUTE, next_poll_at = NOW(3) WHERE id = ?`,
      [id],
    );
    await stage.becomes(id, { state: 'failed', error_code: 'provider_cut', charged_micro: '0' });
    expect(await soundBalance(userId)).toBe(CREDIT);
  });

  it('is found in the list of Replicate by its webhook address', async () => {
    const { id } = await stage.order('replicate', 'fault=lost looks=1');
    await stage.becomes(id, { state: 'done', charged_micro: String(COST) });
    expect(stage.jobs()).toHaveLength(1);
  });
});
