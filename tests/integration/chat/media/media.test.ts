import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ChatSend } from '#app/contracts/send.ts';
import { deleteConversation } from '#app/core/conversations/deletion.ts';
import { deleteFile } from '#app/core/files/records/file-rows.ts';
import { admitMessage } from '#app/core/generation/admit/message.ts';
import { quoteMessage } from '#app/core/generation/plan/message.ts';
import { stopReply } from '#app/core/generation/recover/stop.ts';
import { readMediaProgress } from '#app/core/generation/report/replies.ts';
import { readReceipt } from '#app/core/generation/report/receipt.ts';
import { selectRow, selectRows } from '#db/sql.ts';
import { AUTOCOMMIT, transaction } from '#db/transaction.ts';
import { chatSend } from '#tests/factories/chat-send.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { createModel } from '#tests/factories/create-model.ts';
import { createImageModel, PICTURE_MODEL } from '#tests/factories/create-image-model.ts';
import { createVideoModel, VIDEO_MODEL } from '#tests/factories/video-call.ts';
import { moneyOf, soundBalance } from '#tests/fixtures/ledger-sums.ts';
import { useFileStore } from '#tests/fixtures/media/file-store.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { keep, upload } from '../../files/stage.ts';
import { after, endedVideo, idsOf, say, stored } from './stage.ts';

useFileStore();
const engine = useEngine();
const SEEING = 'sandbox/seeing';
const CREDIT = 10_000_000n;
/** Of a second of video at 720p. */
const SECOND = 10_000n;
let userId: string;

beforeEach(async () => {
  await createImageModel();
  await createVideoModel();
  await createModel({ id: SEEING, name: 'Seeing', supports: ['text-to-text', 'image-to-text'] });
  ({ userId } = await createAccount({ creditMicro: CREDIT }));
});

const draw = (text: string, more: Partial<ChatSend> = {}) =>
  chatSend(userId, text, { model: PICTURE_MODEL, ...more });
const shoot = (text: string, more: Partial<ChatSend> = {}) =>
  chatSend(userId, text, { model: VIDEO_MODEL, ...more });
const ask = (text: string, more: Partial<ChatSend> = {}) =>
  chatSend(userId, `${text} [[sandbox: text="Yes." pace=0]]`, { model: SEEING, ...more });
const bodies = () => engine.sandbox().requests();

describe('a message to an image model', () => {
  it('is answered with an image, held and charged as quoted, with a title from its text', async () => {
    const send = draw('A fox in the snow');
    const quote = await quoteMessage(send);
    expect(quote).toMatchObject({ makes: 'image', omittedMessages: 0, omittedPictures: 0 });
    const reply = await say(send);
    expect(reply.heldMicro).toBe(quote.mostMicro);
    expect(reply.stored).toMatchObject({
      text: '',
      sender: 'Sandbox Picture',
      model: PICTURE_MODEL,
      finish_reason: 'stop',
      submitting: false,
      deletedFiles: 0,
      files: [{ type: 'image/png', source: 'result', filename: 'image-1.png' }],
    });
    const receipt = await readReceipt(AUTOCOMMIT, { userId, generationId: reply.generationId });
    expect(receipt).toMatchObject({ costMicro: BigInt(reply.stored.costMicro!) });
    expect(receipt.chargedMicro! <= receipt.heldMicro).toBe(true);
    expect(await soundBalance(userId)).toBe(CREDIT - receipt.chargedMicro!);
    const titles = () =>
      selectRows(AUTOCOMMIT, `SELECT id FROM generations WHERE target = 'title' AND conversation_id = ?`, [
        reply.conversationId,
      ]);
    await expect.poll(titles, { timeout: 30_000 }).toHaveLength(1);
  });

  it('applies the chosen options, and a second answer uses the same', async () => {
    const media = { size: '1536x1024' };
    const first = await say(draw('A fox', { parameters: { media } }));
    expect(first.stored.files).toMatchObject([{ width: 1536, height: 1024 }]);
    const { conversationId, prompt } = first;
    const at = { conversationId, parentMessageId: prompt.messageId };
    const again = await say(draw('', { ...at, mode: 'regenerate' }));
    expect(again.stored.files).toMatchObject([{ width: 1536, height: 1024 }]);
    expect(again.stored.parentMessageId).toBe(prompt.messageId);
  });

  it('edits earlier results and uploaded images', async () => {
    const first = await say(draw('A fox'));
    const own = await keep(
      upload(userId),
      await sharp({ create: { width: 64, height: 48, channels: 3, background: '#36c' } })
        .png()
        .toBuffer(),
    );
    const files = [...idsOf(first.stored), own.id];
    const second = await say(draw('Now at night', { ...after(first), files }));
    expect(idsOf(second.prompt)).toEqual(files);
    expect(idsOf(second.stored)).toHaveLength(1);
    const edit = bodies().findLast(({ path }) => path.endsWith('/images/edits'));
    expect(edit?.status).toBe(200);
    // Results are deleted with it at once, and uploads after their time.
    await transaction((tx) => deleteConversation(tx, { userId, conversationId: first.conversationId }));
    const left = await selectRows(
      AUTOCOMMIT,
      'SELECT source, expires_at <= NOW(3) AS gone FROM files ORDER BY id',
    );
    expect(left).toEqual([
      { source: 'result', gone: 1 },
      { source: 'upload', gone: 0 },
      { source: 'result', gone: 1 },
    ]);
  });

  it('is refused with unsupported options, with the field', async () => {
    const refusal = (send: ChatSend) =>
      admitMessage(send).catch(({ code, param }: { code: string; param: string }) => [code, param]);
    const other = await createAccount();
    const foreign = await keep(
      upload(other.userId),
      await sharp({ create: { width: 5, height: 5, channels: 3, background: '#36c' } })
        .png()
        .toBuffer(),
    );
    expect(await refusal(draw(' '))).toEqual(['invalid_request', 'text']);
    expect(await refusal(draw('A fox', { files: [foreign.id] }))).toEqual(['not_found', 'files']);
    expect(await refusal(draw('A fox', { parameters: { media: { size: '10x10' } } }))).toEqual([
      'invalid_request',
      'size',
    ]);
    expect(await refusal(ask('Hm?', { parameters: { media: { seconds: 4 } } }))).toEqual([
      'invalid_request',
      'seconds',
    ]);
    expect(await selectRows(AUTOCOMMIT, 'SELECT id FROM messages')).toEqual([]);
  });

  it('is not sent if the money does not cover it', async () => {
    ({ userId } = await createAccount({ creditMicro: 100n }));
    await expect(admitMessage(draw('A fox'))).rejects.toMatchObject({ code: 'token_balance' });
    expect(await selectRows(AUTOCOMMIT, 'SELECT id FROM messages')).toEqual([]);
  });

  it('that a policy blocks is free, and says so', async () => {
    const { stored: reply } = await say(draw('A fox [[sandbox: fault=filter]]'));
    expect(reply).toMatchObject({ errorCode: 'content_filter', files: [], costMicro: '0' });
    expect(await soundBalance(userId)).toBe(CREDIT);
  });
});

describe('a message to a video model', () => {
  it('starts with a generated image, reports progress, and is charged by its seconds', async () => {
    const first = await say(draw('A fox'));
    const before = await soundBalance(userId);
    const send = shoot('It runs [[sandbox: delay=1500]]', {
      ...after(first),
      files: idsOf(first.stored),
      parameters: { media: { seconds: 2, size: '1280x720' } },
    });
    const admitted = await admitMessage(send);
    const makingOf = async () =>
      (await readMediaProgress(AUTOCOMMIT, [admitted.generationId])).get(admitted.generationId);
    await expect.poll(makingOf, { timeout: 30_000 }).toMatchObject({ kind: 'video', isQueued: false });
    expect(await makingOf()).toMatchObject({ shape: { width: 1280, height: 720 }, isStopping: false });
    expect(await stored(admitted)).toMatchObject({ submitting: true, files: [] });
    expect(await endedVideo(admitted)).toMatchObject({
      costMicro: String(2n * SECOND),
      files: [{ type: 'video/mp4', width: 1280, height: 720, source: 'result' }],
    });
    expect(bodies().findLast(({ path }) => path.endsWith('/videos'))?.body).toMatchObject({
      seconds: '2',
      picture: expect.any(Number) as number,
    });
    expect(await soundBalance(userId)).toBe(before - 2n * SECOND);
  });

  it('continues after a stop if its maker cannot cancel, and says so', async () => {
    const admitted = await admitMessage(
      shoot('A fox [[sandbox: delay=1500]]', { parameters: { media: { seconds: 2, size: '1280x720' } } }),
    );
    const { generationId, conversationId } = admitted;
    const making = async () => (await readMediaProgress(AUTOCOMMIT, [generationId])).get(generationId);
    // Before it was ordered nothing would be generated.
    const ORDER = 'SELECT provider_job_id AS jobId FROM generations WHERE id = ?';
    const order = () => selectRow(AUTOCOMMIT, ORDER, [generationId]);
    await expect.poll(order, { timeout: 30_000 }).toMatchObject({ jobId: expect.any(String) as string });
    expect(await stopReply(AUTOCOMMIT, { userId, conversationId })).toBe(generationId);
    expect(await making()).toMatchObject({ isStopping: true });
    expect((await endedVideo(admitted)).files).toHaveLength(1);
  });

  it('accepts one image at most', async () => {
    const first = await say(draw('A fox'));
    const second = await say(draw('A hare'));
    const files = [...idsOf(first.stored), ...idsOf(second.stored)];
    await expect(admitMessage(shoot('Both', { files }))).rejects.toMatchObject({
      code: 'invalid_request',
      param: 'files',
    });
  });
});

interface Turn {
  role: string;
  content: string | { type: string; text?: string }[];
}

/** The last text prompt, each turn as its role and its parts: `user image_url text`. */
function turns(): string[] {
  const call = bodies()
    .filter(({ path }) => path.endsWith('/chat/completions'))
    .map(({ body }) => body as { messages: Turn[] })
    .findLast(({ messages }) => messages.every(({ role }) => role !== 'system'))!;
  return call.messages.map(({ role, content }) =>
    typeof content === 'string'
      ? `${role} ${content === '[picture]' || content === '[video]' ? content : 'text'}`
      : [role, ...content.map(({ type }) => type)].join(' '),
  );
}

describe('a conversation that continues with text', () => {
  it('shows generated images to a vision model, with their hold and charge', async () => {
    const first = await say(draw('A fox'));
    const send = ask('What is this?', after(first));
    const bare = await quoteMessage({ ...send, parentMessageId: null, conversationId: null });
    const quote = await quoteMessage(send);
    expect(quote.inputTokens).toBeGreaterThan(bare.inputTokens + 85);
    const answer = await say(send);
    expect(turns()).toEqual(['user text', 'assistant [picture]', 'user image_url text']);
    const receipt = await readReceipt(AUTOCOMMIT, { userId, generationId: answer.generationId });
    expect(receipt.usage!.imageTokens).toBeGreaterThan(0);
    expect(receipt.costMicro).toBe(receipt.chargedMicro);
    expect(quote.inputTokens).toBeGreaterThanOrEqual(receipt.usage!.promptTokens);
    expect((await moneyOf(userId)).holds).toBe(0n);
  });

  it('mentions an image to a model without vision, a deleted one as well', async () => {
    const first = await say(draw('A fox'));
    const blind = await say(ask('What is this?', { ...after(first), model: 'sandbox/small' }));
    expect(blind.stored.omittedPictures).toBe(1);
    expect(turns()).toEqual(['user text', 'assistant [picture]', 'user text']);
    await deleteFile({ userId, id: idsOf(first.stored)[0]! });
    expect(await stored(first)).toMatchObject({ files: [], deletedFiles: 1 });
    await say(ask('And now?', after(first)));
    expect(turns()).toEqual(['user text', 'assistant [picture]', 'user text']);
  });

  it('cannot continue an image as if it were text', async () => {
    const first = await say(draw('A fox'));
    const refusal = { code: 'invalid_request', param: 'parentMessageId' };
    await expect(
      admitMessage(ask('', { ...after(first), mode: 'continue', text: '' })),
    ).rejects.toMatchObject(refusal);
  });
});
