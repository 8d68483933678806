import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { admitInBatch } from '#app/core/generation/admit/batch.ts';
import { planMessage } from '#app/core/generation/plan/message.ts';
import { payingAccount } from '#app/core/generation/admit/admit.ts';
import { config } from '#app/core/platform/config.ts';
import { newId } from '#app/core/platform/ids.ts';
import { redis } from '#app/core/platform/redis.ts';
import { UNKNOWN } from '#app/core/routing/health/offer-health.ts';
import { swapHealth } from '#app/core/routing/health/stored-health.ts';
import { change, selectRow, selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { findFreePort } from '#scripts/launch/free-port.mjs';
import { startSandbox, type Sandbox } from '#app/sandbox/providers/start-sandbox.ts';
import { chatSend } from '#tests/factories/chat-send.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { createKey } from '#tests/factories/create-key.ts';
import { createModel, TEST_MODEL } from '#tests/factories/create-model.ts';
import { useApiBeside } from '#tests/setup/api.ts';
import { closeConnections, openConnections } from '#tests/setup/connections.ts';
import { emptyTables } from '#tests/setup/database.ts';
import { serveMetrics, startWorker } from '#worker/start-worker.ts';

const TOKEN = 'a-token-that-only-prometheus-has';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
  Object.assign(process.env, { OPENAI_BASE_URL: sandbox.url, OPENAI_API_KEY: 'sandbox', SANDBOX: 'true' });
});
beforeEach(async () => {
  await emptyTables();
  await redis().flushDb();
  await createModel();
});
afterAll(() => sandbox.close());

const ask = (origin: string, authorization?: string) =>
  fetch(`${origin}/metrics`, { headers: authorization === undefined ? {} : { authorization } });

/** The metrics of a process with the token: metric with its labels, as they are written, to its value. */
async function metricsOf(origin: string): Promise<Record<string, number>> {
  const answer = await ask(origin, `Bearer ${TOKEN}`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
  ]);
  const lines = (await answer.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return Object.fromEntries(
    lines.map((line) => {
      const end = line.lastIndexOf(' ');
      return [line.slice(0, end), Number(line.slice(end + 1))];
    }),
  );
}

/** A message that is accepted and waits: no worker is notified. */
async function waitingRun(text: string): Promise<string> {
  const { userId } = await createAccount({ creditMicro: 1_000_000n });
  const plan = await planMessage(chatSend(userId, text, { parameters: { maxOutputTokens: 300 } }));
  plan.generation.accountId = await payingAccount(plan);
  return (await admitInBatch(plan)).generationId;
}

describe('a web process', () => {
  const web = useApiBeside({ METRICS_TOKEN: TOKEN });

  it('returns its metrics only with the token, whatever path spelling is used', async () => {
    for (const authorization of [undefined, '', TOKEN, 'Bearer ', `Bearer ${TOKEN}x`, `Basic ${TOKEN}`]) {
      const answer = await ask(web.origin(), authorization);
      expect([answer.status, await answer.text()]).toEqual([401, '']);
    }
    expect((await ask(web.origin(), `Bearer ${TOKEN}`)).status).toBe(200);
  });

  it('reports the state of the whole installation', async () => {
    const none = await metricsOf(web.origin());
    expect(none).toMatchObject({
      parlance_queue_age_seconds: 0,
      'parlance_runs{state="queued"}': 0,
      parlance_old_holds: 0,
      'parlance_breakers{state="open"}': 0,
    });
    const old = await waitingRun('Hello');
    await waitingRun('Hello again');
    await change(AUTOCOMMIT, 'UPDATE generations SET created_at = NOW(3) - INTERVAL 1 HOUR WHERE id = ?', [
      old,
    ]);
    await change(AUTOCOMMIT, 'UPDATE holds SET created_at = NOW(3) - INTERVAL 1 HOUR WHERE reference = ?', [
      old,
    ]);
    const [openUntil, past] = [Date.now() + 3_600_000, Date.now() - 3_600_000];
    await swapHealth(
      [
        UNKNOWN,
        { ...UNKNOWN, openedAt: past, openUntil },
        { ...UNKNOWN, openedAt: past, openUntil: past },
      ].map((health) => ({ offerId: newId(), before: '', after: JSON.stringify(health) })),
    );
    const some = await metricsOf(web.origin());
    expect(some).toMatchObject({
      'parlance_runs{state="queued"}': 2,
      'parlance_runs{state="running"}': 0,
      parlance_old_holds: 1,
      'parlance_breakers{state="closed"}': 1,
      'parlance_breakers{state="open"}': 1,
      'parlance_breakers{state="half_open"}': 1,
    });
    expect(some['parlance_queue_age_seconds']).toBeGreaterThanOrEqual(3600);
  });

  it('counts its work: the batches of admissions, and those that fell back to locks', async () => {
    const before = await metricsOf(web.origin());
    const poor = await createKey({ creditMicro: 100n });
    const answer = await fetch(`${web.origin()}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${poor.value}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: TEST_MODEL, messages: [{ role: 'user', content: 'Hello' }] }),
    });
    expect(answer.status).toBe(402);
    const after = await metricsOf(web.origin());
    const grown = (name: string) => after[name]! - before[name]!;
    expect(grown('parlance_fallbacks_total{path="admit"}')).toBe(1);
    expect(grown('parlance_requests_total{route="probes",status="200"}')).toBe(1);
    expect(after['parlance_requests_total{route="chat",status="402"}']).toBe(1);
    expect(after['parlance_batch_size_count{batch="admit"}']).toBe(1);
    expect(after['nodejs_eventloop_lag_p99_seconds']).toBeGreaterThan(0);
  });
});

it('a worker reports its work, including a shortfall, and only with the token', async () => {
  // Before a worker is running that would run it for its original hold.
  const id = await waitingRun('[[sandbox: text="Once upon a time"]]');
  await change(AUTOCOMMIT, 'UPDATE holds SET amount_micro = 1 WHERE reference = ?', [id]);
  await change(AUTOCOMMIT, 'UPDATE accounts SET held_micro = 1');
  await change(AUTOCOMMIT, 'UPDATE generations SET held_micro = 1 WHERE id = ?', [id]);
  const port = await findFreePort();
  const origin = `http://127.0.0.1:${port}`;
  openConnections();
  const settings = { ...config(), METRICS_TOKEN: TOKEN, METRICS_PORT: port };
  const worker = startWorker(settings);
  const metricsServer = serveMetrics(settings);
  try {
    expect((await ask(origin)).status).toBe(401);
    expect((await fetch(`${origin}/`)).status).toBe(404);
    expect(await (await fetch(`${origin}/healthz`)).json()).toEqual({ status: 'alive' });
    const end = () =>
      selectRow<{ state: string; shortfall: string | null }>(
        AUTOCOMMIT,
        'SELECT state, cost_micro - charged_micro AS shortfall FROM generations WHERE id = ?',
        [id],
      );
    await expect.poll(async () => (await end())?.state).toBe('done');
    const shortfall = Number((await end())?.shortfall);
    expect(shortfall).toBeGreaterThan(0);
    // The chat asks for its title then, which costs nothing.
    const ended = () => selectRows(AUTOCOMMIT, "SELECT id FROM generations WHERE state = 'done'");
    await expect.poll(ended).toHaveLength(2);
    const sums = await selectRow<{ waived: string }>(
      AUTOCOMMIT,
      'SELECT SUM(cost_micro - charged_micro) AS waived FROM generations',
    );
    await expect
      .poll(() => metricsOf(origin))
      .toMatchObject({
        parlance_shortfalls_total: 1,
        parlance_shortfall_microdollars_total: shortfall,
        'parlance_waived_microdollars_total{task="chat"}': Number(sums!.waived),
        'parlance_charged_microdollars_total{task="chat"}': 1,
        'parlance_runs_total{task="chat",outcome="done"}': 2,
        'parlance_runs_total{task="chat",outcome="failed"}': 0,
        'parlance_provider_calls_total{provider="sandbox",result="answered"}': 2,
        'parlance_queue_seconds_count{task="chat"}': 2,
        'parlance_stream_seconds_count{task="chat"}': 2,
      });
    const metrics = await metricsOf(origin);
    const silent = [
      'parlance_time_to_first_token_seconds_count',
      'parlance_batch_size_count{batch="claim"}',
      'parlance_batch_size_count{batch="settle"}',
    ].filter((name) => !(metrics[name]! > 0));
    expect(silent).toEqual([]);
    // Values of the whole installation are reported by web processes.
    expect(metrics).not.toHaveProperty('parlance_queue_age_seconds');
  } finally {
    metricsServer?.close();
    await worker.stop();
    await closeConnections();
  }
});

it('a worker without a token answers its health check, and nothing else', async () => {
  const port = await findFreePort();
  const server = serveMetrics({ ...config(), METRICS_TOKEN: undefined, METRICS_PORT: port });
  try {
    const statusOf = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).status;
    expect(await Promise.all(['/healthz', '/metrics'].map(statusOf))).toEqual([200, 404]);
  } finally {
    server?.close();
  }
});
