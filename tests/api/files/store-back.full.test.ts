import sharp from 'sharp';
import { expect, it } from 'vitest';
import { selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { PICTURE_MODEL } from '#tests/factories/create-image-model.ts';
import { finalOf, readEvents } from '#tests/fixtures/chat-answer.ts';
import { jsonPost } from '#tests/fixtures/json-post.ts';
import { soundBalance } from '#tests/fixtures/ledger-sums.ts';
import { CREDIT, openStoreStage } from './store-stage.ts';

const stage = openStoreStage();
const running = () => selectRows(AUTOCOMMIT, "SELECT id FROM generations WHERE state = 'running'");

it.each(['unreachable', 'silent', 'forbidden', 'page'] as const)(
  'an image of a conversation waits for a store that is %s, is delivered when it is back, and charged once',
  async (fault) => {
    const call = stage.api.as(stage.owner().userId);
    const end = await stage.begin(fault);
    const sent = call(
      '/api/ask/openAI',
      jsonPost({ model: PICTURE_MODEL, text: 'A fox', size: '1024x1024' }),
    );
    const failed = () => stage.api.output().split('the file store failed').length;
    const before = failed();
    await expect.poll(failed, { timeout: 20_000 }).toBeGreaterThan(before + 1);
    expect(await running()).toHaveLength(1);
    expect(await selectRows(AUTOCOMMIT, 'SELECT id FROM files')).toEqual([]);
    await end();
    const { responseMessage } = finalOf(await readEvents(await sent));
    expect(responseMessage.files).toMatchObject([{ width: 1024 }]);
    expect((await call(responseMessage.files[0]!.url)).status).toBe(200);
    expect(await soundBalance(stage.owner().userId)).toBeLessThan(CREDIT);
    const charges = await selectRows(AUTOCOMMIT, "SELECT id FROM ledger_entries WHERE kind = 'charge'");
    expect(charges).toHaveLength(1);
  },
);

it('an edited input image is waited for, and the edit ordered once', async () => {
  const call = stage.api.as(stage.owner().userId);
  const form = new FormData();
  const square = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#36c' } })
    .png()
    .toBuffer();
  form.set('file', new Blob([Uint8Array.from(square)], { type: 'image/png' }), 'square.png');
  const uploaded = (await (await call('/api/files', { method: 'POST', body: form })).json()) as {
    file_id: string;
  };
  stage.s3().fail('broken');
  const sent = call(
    '/api/ask/openAI',
    jsonPost({ model: PICTURE_MODEL, text: 'At night', size: '1024x1024', files: [uploaded.file_id] }),
  );
  await expect.poll(stage.api.output).toContain('"operation":"get"');
  const orders = () =>
    stage.engine
      .sandbox()
      .requests()
      .filter(({ path }) => path.startsWith('/v1/images/'));
  expect(orders()).toEqual([]);
  stage.s3().fail(null);
  const { responseMessage } = finalOf(await readEvents(await sent));
  expect(responseMessage.files).toHaveLength(1);
  expect(orders()).toHaveLength(1);
});
