import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ChatMessage } from '#app/contracts/chat.ts';
import { newId } from '#app/core/platform/ids.ts';
import { selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { createModel, TEST_MODEL } from '#tests/factories/create-model.ts';
import { finalOf, readEvents } from '#tests/fixtures/chat-answer.ts';
import { jsonPost } from '#tests/fixtures/json-post.ts';
import { useFileStore } from '#tests/fixtures/media/file-store.ts';
import { webm } from '#tests/fixtures/media/webm.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { useApi } from '#tests/setup/api.ts';

useFileStore();
const engine = useEngine();
const api = useApi();
const SEEING = 'sandbox/seeing';

beforeEach(async () => {
  await createModel({ id: SEEING, name: 'Seeing', supports: ['text-to-text', 'image-to-text'] });
});

const blue = () =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: '#36c' } })
    .png()
    .toBuffer();

async function newCaller() {
  const { userId } = await createAccount({ creditMicro: 10_000_000n });
  const call = api.as(userId);
  const upload = async (bytes: Uint8Array, type = 'image/png') => {
    const form = new FormData();
    form.set('file', new Blob([Uint8Array.from(bytes)], { type }), 'blue.png');
    return (await (await call('/api/files', { method: 'POST', body: form })).json()) as { file_id: string };
  };
  const ask = (body: object) =>
    call(
      '/api/ask/openAI',
      jsonPost({ model: SEEING, text: 'What is this? [[sandbox: text="Blue." pace=0]]', ...body }),
    );
  return { call, upload, ask };
}

interface Refusal {
  error: { code: string; param: string; params?: object };
}

describe('POST /api/ask/openAI with files', () => {
  it('sends images to the model, named by their ids or by their records, and returns them with the message', async () => {
    const { call, upload, ask } = await newCaller();
    const [one, two] = [await upload(await blue()), await upload(await blue())];
    const { requestMessage, conversation } = finalOf(
      await readEvents(await ask({ files: [one.file_id, two] })),
    );
    const records = [one, two].map(({ file_id: id }) => ({
      file_id: id,
      filename: 'blue.png',
      filepath: `/files/${id}`,
      preview: `/files/${id}?thumbnail`,
      type: 'image/png',
      width: 60,
      height: 40,
    }));
    expect(requestMessage).toMatchObject({ files: records, deletedFiles: 0 });
    const shown = engine
      .sandbox()
      .requests()
      .map(({ body }) => JSON.stringify(body));
    expect(shown.some((body) => body.split('data:image/png;base64,').length === 3)).toBe(true);
    const listed = await call(`/api/messages/${conversation.conversationId}`);
    expect(((await listed.json()) as ChatMessage[])[0]).toMatchObject({ files: records });
  });

  it('refuses missing, foreign, malformed and too many files, and videos, by the field, and stores nothing', async () => {
    const { upload, ask } = await newCaller();
    const foreign = await (await newCaller()).upload(await blue());
    const video = await upload(webm(), 'video/webm');
    const refusals: [unknown, number, string, string][] = [
      [[newId()], 404, 'not_found', 'files'],
      [[foreign.file_id], 404, 'not_found', 'files'],
      [['nonsense'], 404, 'not_found', 'files'],
      [[video], 422, 'model_cannot_see', 'model'],
      ['nonsense', 400, 'invalid_request', 'files'],
      [[5], 400, 'invalid_request', 'files[0]'],
      [Array.from({ length: 11 }, () => newId()), 400, 'invalid_request', 'files'],
    ];
    for (const [files, status, code, param] of refusals) {
      const answer = await ask({ files });
      expect([answer.status, ((await answer.json()) as Refusal).error]).toEqual([
        status,
        expect.objectContaining({ code, param }),
      ]);
    }
    expect(await selectRows(AUTOCOMMIT, 'SELECT id FROM messages')).toEqual([]);
  });

  it('names a vision model if this one is not', async () => {
    const { upload, ask } = await newCaller();
    const answer = await ask({ model: TEST_MODEL, files: [await upload(await blue())] });
    expect(answer.status).toBe(422);
    const { error } = (await answer.json()) as Refusal;
    expect(error).toMatchObject({
      code: 'model_cannot_see',
      param: 'model',
      params: { model: 'Sandbox Small', other: 'Seeing', otherId: SEEING },
    });
  });
});
