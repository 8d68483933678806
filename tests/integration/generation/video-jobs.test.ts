import { beforeEach, describe, expect, it } from 'vitest';
import type { VideoOrder } from '#app/contracts/media/video.ts';
import { admitCall } from '#app/core/generation/admit/call.ts';
import { stopRun } from '#app/core/generation/recover/stop.ts';
import { wakeJob } from '#app/core/generation/run/job/webhook.ts';
import { change, selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { createKey } from '#tests/factories/create-key.ts';
import { createVideoModel, videoCall } from '#tests/factories/video-call.ts';
import { columnsOf, generationOf } from '#tests/fixtures/generation-row.ts';
import { soundBalance } from '#tests/fixtures/ledger-sums.ts';
import { useFileStore } from '#tests/fixtures/media/file-store.ts';
import { useEngine } from '#tests/setup/engine.ts';

useFileStore();
const engine = useEngine();
beforeEach(createVideoModel);

const CREDIT = 1_000_000n;
/** Per second at 720p. */
const SECOND = 10_000n;
const WAIT = { timeout: 30_000, interval: 30 };
const SIZE = { width: 1280, height: 720 };

async function order(directive: string, more: Partial<VideoOrder> = {}) {
  const owner = await createKey({ creditMicro: CREDIT });
  const prompt = `A fox [[sandbox: ${directive}]]`;
  const call = videoCall(owner, { order: { prompt, seconds: 2, size: SIZE, ...more } });
  const { generationId: id } = await admitCall(call);
  return { owner, id };
}

async function until(id: string, expected: Record<string, unknown>) {
  await expect.poll(() => columnsOf(id), WAIT).toMatchObject(expected);
  return (await columnsOf(id))!;
}

const filesOf = (id: string) =>
  selectRows<{ kind: string; width: number; height: number; duration_ms: number; source: string }>(
    AUTOCOMMIT,
    'SELECT kind, width, height, duration_ms, source FROM files WHERE generation_id = ?',
    [id],
  );
const orders = () =>
  engine
    .sandbox()
    .requests()
    .filter(({ method }) => method === 'POST');
const pollNow = (id: string) =>
  change(AUTOCOMMIT, `UPDATE generations SET next_poll_at = NOW(3) WHERE id = ? AND state = 'running'`, [id]);

describe('a video', () => {
  it('is ordered once, stored as a file of its owner, and charged by its seconds', async () => {
    const { owner, id } = await order('delay=0');
    const row = await until(id, { state: 'done' });
    expect(row).toMatchObject({
      target: 'job',
      held_micro: String(2n * SECOND),
      charged_micro: String(2n * SECOND),
      charge_reason: 'output',
      request: null,
    });
    expect(JSON.parse(row['token_usage']!)).toMatchObject({ media: { seconds: 2, resolution: '720p' } });
    expect(await filesOf(id)).toMatchObject([{ kind: 'video', ...SIZE, source: 'result' }]);
    expect(orders()).toMatchObject([{ status: 200, body: { seconds: '2', size: '1280x720' } }]);
    expect(await soundBalance(owner.userId)).toBe(CREDIT - 2n * SECOND);
  });

  it('is charged by its actual size if its maker chose that', async () => {
    const { owner, id } = await order('delay=0', { size: undefined });
    await until(id, { state: 'done', held_micro: String(4n * SECOND), charged_micro: String(2n * SECOND) });
    expect(await soundBalance(owner.userId)).toBe(CREDIT - 2n * SECOND);
  });

  it('that is in progress is held by no worker, and reports its progress', async () => {
    const { id } = await order('delay=60000');
    await until(id, { state: 'running', worker_id: null, done_percent: 0 });
    await change(AUTOCOMMIT, 'UPDATE generations SET done_percent = 77 WHERE id = ?', [id]);
    await pollNow(id);
    // The provider's value is used, also if it is lower.
    await until(id, { state: 'running', worker_id: null, polls: 1 });
    expect(Number((await columnsOf(id))!['done_percent'])).toBeLessThan(77);
    expect(orders()).toHaveLength(1);
  });

  it.each([
    ['is refused by the policy of its maker', 'fault=filter', 'content_filter'],
    ['is refused when it is finished', 'delay=0 refusal="Not this."', 'content_filter'],
    ['has failed at its maker', 'delay=0 fault=error-mid', 'provider_unavailable'],
    ['is none', 'delay=0 fault=malformed', 'provider_malformed'],
    ['is lost with the answer to its order', 'delay=0 fault=cut', 'provider_cut'],
  ])('that %s is free, and not ordered again', async (_name, directive, code) => {
    const { owner, id } = await order(directive);
    await until(id, { state: 'failed', error_code: code, charged_micro: '0' });
    expect(orders()).toHaveLength(1);
    expect(await filesOf(id)).toEqual([]);
    expect(await soundBalance(owner.userId)).toBe(CREDIT);
  });

  it('whose order may have been sent by a worker that died is given up, free, and not ordered again', async () => {
    const { owner, id } = await order('fault=hang');
    await until(id, { state: 'running', provider_job_id: null });
    await expect.poll(async () => (await columnsOf(id))!['ordering_at'], WAIT).not.toBeNull();
    await change(
      AUTOCOMMIT,
      `UPDATE generations SET attempt = attempt + 1, worker_id = NULL, heartbeat_at = NULL, next_poll_at = NOW(3) WHERE id = ?`,
      [id],
    );
    await until(id, { state: 'failed', error_code: 'provider_cut', charged_micro: '0' });
    expect(orders()).toHaveLength(1);
    expect(await soundBalance(owner.userId)).toBe(CREDIT);
  });

  it('that is stopped continues at a maker that cannot cancel, and is stored and charged', async () => {
    const { owner, id } = await order('delay=1500');
    await until(id, { state: 'running', worker_id: null });
    await stopRun(await generationOf(id));
    const lookedAt = async () => {
      await wakeJob(id);
      return columnsOf(id);
    };
    await expect.poll(lookedAt, WAIT).toMatchObject({ state: 'done', charged_micro: String(2n * SECOND) });
    expect(await filesOf(id)).toHaveLength(1);
    expect(await soundBalance(owner.userId)).toBe(CREDIT - 2n * SECOND);
  });

  it('that takes longer than an hour fails, free', async () => {
    const { owner, id } = await order('delay=0 fault=stall');
    await until(id, { state: 'running', worker_id: null });
    await change(AUTOCOMMIT, 'UPDATE generations SET started_at = NOW(3) - INTERVAL 61 MINUTE WHERE id = ?', [
      id,
    ]);
    await pollNow(id);
    await until(id, { state: 'failed', error_code: 'provider_timeout', charged_micro: '0' });
    expect(await soundBalance(owner.userId)).toBe(CREDIT);
  });
});
