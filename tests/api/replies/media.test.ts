import { beforeEach, describe, expect, it } from 'vitest';
import type { ChatMessage } from '#app/contracts/chat.ts';
import type { FileView } from '#app/contracts/files/file-view.ts';
import type { SendQuote } from '#app/contracts/send.ts';
import { selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { TEST_MODEL } from '#tests/factories/create-model.ts';
import { createImageModel, PICTURE_MODEL } from '#tests/factories/create-image-model.ts';
import { finalOf, readEvents } from '#tests/fixtures/chat-answer.ts';
import { createVideoModel, VIDEO_MODEL } from '#tests/factories/video-call.ts';
import { jsonPost } from '#tests/fixtures/json-post.ts';
import { readSse } from '#tests/setup/read-sse.ts';
import { useFileStore } from '#tests/fixtures/media/file-store.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { useApi } from '#tests/setup/api.ts';

useFileStore();
useEngine();
const api = useApi();

beforeEach(async () => {
  await createImageModel();
});

async function newCaller() {
  const { userId } = await createAccount({ creditMicro: 10_000_000n });
  const call = api.as(userId);
  const ask = (body: object) =>
    call('/api/ask/openAI', jsonPost({ model: PICTURE_MODEL, text: 'A fox', ...body }));
  return { call, ask };
}

/** Leaves a send once it reports its conversation. */
async function startedIn(sent: Response): Promise<string> {
  for await (const { data } of readSse(sent)) {
    const { message } = data as { message?: { conversationId: string } };
    if (message) return message.conversationId;
  }
  throw new Error('nothing was sent');
}

describe('POST /api/ask/openAI with an image model', () => {
  it('answers with the image in both messages’ shape, as later calls do', async () => {
    const { call, ask } = await newCaller();
    const { responseMessage, conversation } = finalOf(await readEvents(await ask({ size: '1024x1024' })));
    const [file] = responseMessage.files as [FileView];
    expect(responseMessage).toMatchObject({
      text: '',
      endpoint: 'openAI',
      model: PICTURE_MODEL,
      error: false,
    });
    expect(file).toMatchObject({ type: 'image/png', source: 'result', width: 1024, height: 1024 });
    const picture = await call(file.url);
    expect(picture.headers.get('content-type')).toBe('image/png');
    const listed = (await (
      await call(`/api/messages/${conversation.conversationId}`)
    ).json()) as ChatMessage[];
    expect(listed.map(({ files }) => files.length)).toEqual([0, 1]);
    const again = finalOf(
      await readEvents(
        await ask({
          text: 'At night',
          files: [file],
          conversationId: conversation.conversationId,
          parentMessageId: responseMessage.messageId,
        }),
      ),
    );
    expect(again.requestMessage.files).toMatchObject([{ file_id: file.file_id }]);
    expect(again.responseMessage.files).toHaveLength(1);
  });

  it('refuses files of other users, unsupported ones, and choices for text models, by the field', async () => {
    const other = await newCaller();
    const theirs = finalOf(await readEvents(await other.ask({}))).responseMessage.files[0]!;
    const { ask } = await newCaller();
    const before = await selectRows(AUTOCOMMIT, 'SELECT id FROM messages');
    const refusals: [object, number, string, string][] = [
      [{ files: [theirs.file_id] }, 404, 'not_found', 'files'],
      [{ size: '10x10' }, 400, 'invalid_request', 'size'],
      [{ size: 'large' }, 400, 'invalid_request', 'size'],
      [{ text: ' ' }, 400, 'invalid_request', 'text'],
      [{ model: TEST_MODEL, seconds: 4 }, 400, 'invalid_request', 'seconds'],
    ];
    for (const [body, status, code, param] of refusals) {
      const answer = await ask(body);
      expect([answer.status, await answer.json()]).toMatchObject([status, { error: { code, param } }]);
    }
    expect(await selectRows(AUTOCOMMIT, 'SELECT id FROM messages')).toEqual(before);
  });

  it('answers a stop at once if the provider continues the job, and announces the charge', async () => {
    await createVideoModel();
    const { call, ask } = await newCaller();
    const sent = await ask({ model: VIDEO_MODEL, text: 'A fox [[sandbox: delay=20000]]' });
    const conversationId = await startedIn(sent);
    const ordered = () =>
      selectRows(
        AUTOCOMMIT,
        'SELECT id FROM generations WHERE conversation_id = ? AND provider_job_id IS NOT NULL',
        [conversationId],
      );
    await expect.poll(async () => (await ordered()).length, { timeout: 10_000 }).toBe(1);
    const answer = await call('/api/ask/openAI/abort', jsonPost({ abortKey: conversationId }));
    expect([answer.status, await answer.json()]).toMatchObject([
      202,
      {
        final: false,
        message: expect.stringContaining('it is charged'),
        responseMessage: { conversationId, unfinished: true },
      },
    ]);
  });

  it('is quoted before, and nothing is written', async () => {
    const { call } = await newCaller();
    const body = { conversationId: null, parentMessageId: null, text: 'A fox', model: PICTURE_MODEL };
    const quote = (await (await call('/api/quote', jsonPost(body))).json()) as SendQuote;
    expect(quote).toMatchObject({ makes: 'image' });
    expect(BigInt(quote.mostMicro)).toBeGreaterThan(0n);
    expect(await selectRows(AUTOCOMMIT, 'SELECT id FROM messages')).toEqual([]);
  });
});
