import { expect, it } from 'vitest';
import { startLogger } from '#app/core/platform/logger.ts';
import { admitSend } from '#tests/factories/admit-send.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { conclude, takeRun } from '#tests/fixtures/hand-worker.ts';
import { moneyOf } from '#tests/fixtures/ledger-sums.ts';
import { useUnservedModel } from '#tests/setup/unserved-model.ts';

useUnservedModel();

it('a worker logs once how a run ended, without its texts', async () => {
  const { userId } = await createAccount({ creditMicro: 1_000_000n });
  const { id, requestId, model } = await admitSend(userId, 'Sing, nightingale');
  const lines: string[] = [];
  startLogger('worker', 'info', { write: (line) => void lines.push(line) });
  await conclude(await takeRun(id, 1), 'A song of rivers');
  const ended = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(ended.filter(({ msg }) => msg === 'run ended')).toEqual([
    expect.objectContaining({
      generationId: id,
      requestId,
      model,
      task: 'chat',
      provider: expect.any(String),
      state: 'done',
      errorCode: null,
      milliseconds: expect.any(Number),
      chargedMicro: (1_000_000n - (await moneyOf(userId)).balance).toString(),
    }),
  ]);
  expect(lines.join('')).not.toMatch(/nightingale|rivers/i);
});
