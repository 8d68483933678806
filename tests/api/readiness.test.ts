import { afterEach, expect, it, vi } from 'vitest';
import { reportWorker } from '#app/core/queue/worker-presence.ts';
import { useApi } from '#tests/setup/api.ts';

const api = useApi();
afterEach(() => vi.useRealTimers());

async function readiness(): Promise<{ status: number; body: Record<string, string> }> {
  const response = await fetch(`${api.origin()}/readyz`);
  return { status: response.status, body: (await response.json()) as Record<string, string> };
}

const READY = { status: 'ready', database: 'ok', redis: 'ok', worker: 'ok' };

it('reports a wrong clock, and accepts requests all the same', async () => {
  await reportWorker('one');
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 60_000 });
  const clock = expect.stringMatching(/^(59|60)\.\d s behind the database, (59|60)\.\d s behind the redis$/);
  expect(await readiness()).toEqual({ status: 200, body: { ...READY, clock } });
  vi.useRealTimers();
  expect(await readiness()).toEqual({ status: 200, body: READY });
});
