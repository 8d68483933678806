import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, expect, it } from 'vitest';
import { redis } from '#app/core/platform/redis.ts';
import { clearHealthCache } from '#app/core/routing/health/known-health.ts';
import { mayCall } from '#app/core/routing/health/breaker.ts';
import { ROOT } from '#scripts/launch/paths.mjs';

const execute = promisify(execFile);

const OFFER = 'offer-1';
const NOW = Date.now();

beforeEach(async () => {
  await redis().flushDb();
  clearHealthCache();
});

it('is shared: a report of one process sets an offer aside in another', async () => {
  expect(await mayCall(OFFER, NOW)).toBe(true);
  const reporter = path.join(ROOT, 'tests/fixtures/report-faults.ts');
  await execute(process.execPath, ['--import', 'tsx', reporter, OFFER, String(NOW)], { cwd: ROOT });
  // Cached for a second.
  await expect.poll(() => mayCall(OFFER, NOW + 1000)).toBe(false);
});
