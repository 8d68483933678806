import { beforeEach, expect, it } from 'vitest';
import { admitCall } from '#app/core/generation/admit/call.ts';
import { stopJob } from '#app/core/generation/recover/stop.ts';
import { selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { createKey } from '#tests/factories/create-key.ts';
import { createVideoModel, videoCall } from '#tests/factories/video-call.ts';
import { useUnservedModel } from '#tests/setup/unserved-model.ts';

useUnservedModel();
beforeEach(createVideoModel);

it('a job that is canceled before any worker has it is reported as failed', async () => {
  const owner = await createKey({ creditMicro: 1_000_000n });
  const order = { prompt: 'A fox', seconds: 4, size: { width: 1280, height: 720 } };
  const { generationId } = await admitCall(videoCall(owner, { order }));
  await stopJob({ userId: owner.userId, id: generationId });
  const [job] = await selectRows<{ payload: string }>(
    AUTOCOMMIT,
    `SELECT payload FROM follow_ups WHERE job = 'announce-job' AND subject = ?`,
    [generationId],
  );
  expect(JSON.parse(job!.payload)).toMatchObject({ userId: owner.userId, type: 'video.failed' });
});
