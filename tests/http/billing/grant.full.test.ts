import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import type { StreamItem } from '#app/contracts/browser-stream.ts';
import { redis } from '#app/core/platform/redis.ts';
import { watchersKey } from '#app/core/realtime/user-events.ts';
import { ROOT } from '#scripts/launch/paths.mjs';
import { createAccount } from '#tests/factories/create-account.ts';
import { BUILD_FOLDER } from '#tests/setup/build.ts';
import { readSse } from '#tests/setup/read-sse.ts';
import { useWeb } from '#tests/setup/web.ts';

const web = useWeb();

it('a grant on the command line reaches an open browser', async () => {
  const { userId, email } = await createAccount({ creditMicro: 500_000n });
  const leaving = new AbortController();
  const response = await web.as(userId)('/api/events', { signal: leaving.signal });
  await expect.poll(() => redis().zCard(watchersKey(userId))).toBe(1);
  const admin = path.join(ROOT, BUILD_FOLDER, 'processes/admin.js');
  const { stdout } = await promisify(execFile)(process.execPath, [
    admin,
    'grant',
    email,
    '2.5',
    '--reason',
    'support case 7',
  ]);
  expect(stdout).toContain('the balance is $3.00');
  for await (const { data } of readSse(response)) {
    const items = data as unknown as StreamItem[];
    if (!items.some(({ type }) => type === 'event')) continue;
    expect(items).toContainEqual({
      type: 'event',
      number: 1,
      event: { type: 'balance', balanceMicro: '3000000' },
    });
    break;
  }
  leaving.abort();
});
