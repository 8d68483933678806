import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ChatMessage } from '#app/contracts/chat.ts';
import { START_CURSOR } from '#app/contracts/generation.ts';
import type { AdmittedReply, ChatSend } from '#app/contracts/send.ts';
import { deleteConversation } from '#app/core/conversations/deletion.ts';
import { trashAllConversations } from '#app/core/conversations/trash/trashed-chats.ts';
import { emptyTrash } from '#app/core/deletion/purge-trash.ts';
import { listMessages } from '#app/core/conversations/messages/stored-messages.ts';
import type { FileRecord } from '#app/core/files/records/file-record.ts';
import { deleteFile } from '#app/core/files/records/file-rows.ts';
import { admitMessage } from '#app/core/generation/admit/message.ts';
import { quoteMessage } from '#app/core/generation/plan/message.ts';
import { readReceipt } from '#app/core/generation/report/receipt.ts';
import { readReply } from '#app/core/generation/stream/reader.ts';
import { newId } from '#app/core/platform/ids.ts';
import { selectRows } from '#db/sql.ts';
import { AUTOCOMMIT, transaction } from '#db/transaction.ts';
import { chatSend } from '#tests/factories/chat-send.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { createModel, TEST_MODEL } from '#tests/factories/create-model.ts';
import { useFileStore } from '#tests/fixtures/media/file-store.ts';
import { webm } from '#tests/fixtures/media/webm.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { keep, upload } from '#tests/integration/files/stage.ts';

useFileStore();
const engine = useEngine();
const SEEING = 'sandbox/seeing';
const TOMORROW = () => new Date(Date.now() + 24 * 3600 * 1000);
let userId: string;

beforeEach(async () => {
  await createModel({ id: SEEING, name: 'Seeing', supports: ['text-to-text', 'image-to-text'] });
  ({ userId } = await createAccount({ creditMicro: 10_000_000n }));
});

const drawn = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#36c' } });
const picture = async (width = 300, height = 200) =>
  keep(upload(userId, { expiresAt: TOMORROW() }), await drawn(width, height).png().toBuffer());

const ask = (text: string, more: Partial<ChatSend> = {}) =>
  chatSend(userId, `${text} [[sandbox: text="Yes." pace=0]]`, { model: SEEING, ...more });

async function say(send: ChatSend): Promise<AdmittedReply> {
  const admitted = await admitMessage(send);
  const signal = AbortSignal.timeout(90_000);
  for await (const _event of readReply({
    generationId: admitted.generationId,
    cursor: START_CURSOR,
    signal,
  }));
  return admitted;
}

/** The images in the provider's last call, turn by turn. */
function seen(): string[][] {
  const call = engine
    .sandbox()
    .requests()
    .map(({ body }) => body as { messages: { role: string; content: string | Part[] }[] })
    .filter(({ messages }) => messages.every(({ role }) => role !== 'system'))
    .at(-1)!;
  return call.messages.map(({ content }) =>
    typeof content === 'string' ? [] : content.flatMap(({ image_url: image }) => image?.url ?? []),
  );
}
interface Part {
  image_url?: { url: string };
}

const counts = () => seen().map((urls) => urls.length);
const stored = async (id: string) =>
  (await listMessages(AUTOCOMMIT, { conversationId: id })).messages.filter((one) => one.isCreatedByUser);
const expiries = async () =>
  (await selectRows<{ expires_at: Date | null }>(AUTOCOMMIT, 'SELECT expires_at FROM files ORDER BY id')).map(
    (row) => row.expires_at !== null,
  );
const ids = (...files: FileRecord[]) => files.map(({ id }) => id);

describe('a message with images', () => {
  it('sends them to the model, with their hold and charge, and stores them', async () => {
    const [one, two] = [await picture(), await picture(40, 30)];
    const send = ask('What is this?', { files: ids(one, two, one) });
    const bare = await quoteMessage({ ...send, files: [] });
    const quote = await quoteMessage(send);
    expect(quote.inputTokens).toBeGreaterThan(bare.inputTokens + 2 * 85);
    expect(BigInt(quote.mostMicro)).toBeGreaterThan(BigInt(bare.mostMicro));
    const admitted = await say(send);
    expect(admitted.prompt.files.map(({ file_id: id }) => id)).toEqual(ids(one, two));
    const [turn] = seen();
    expect(turn).toEqual([
      expect.stringMatching(/^data:image\/png;base64,/),
      expect.stringMatching(/^data:image\/png;base64,/),
    ]);
    const receipt = await readReceipt(AUTOCOMMIT, { userId, generationId: admitted.generationId });
    expect(receipt.usage?.imageTokens).toBeGreaterThanOrEqual(2 * 85);
    expect(receipt.costMicro).toBe(receipt.chargedMicro);
    expect(receipt.chargedMicro! <= receipt.heldMicro).toBe(true);
    expect(quote.inputTokens).toBeGreaterThanOrEqual(receipt.usage!.promptTokens);
    const [message] = (await stored(admitted.conversationId)) as [ChatMessage];
    expect(message).toMatchObject({
      deletedFiles: 0,
      files: [
        { file_id: one.id, filename: 'picture.png', type: 'image/png', width: 300, height: 200 },
        { file_id: two.id },
      ],
    });
    expect(await expiries()).toEqual([false, false]);
  });

  it('sends them again in later turns, for another answer, and with a changed text', async () => {
    const first = await say(ask('What is this?', { files: ids(await picture()) }));
    const at = { conversationId: first.conversationId };
    await say(ask('And now?', { ...at, parentMessageId: first.reply.messageId }));
    expect(counts()).toEqual([1, 0, 0]);
    await say(ask('', { ...at, mode: 'regenerate', parentMessageId: first.prompt.messageId }));
    expect(counts()).toEqual([1]);
    const { parentMessageId, files } = first.prompt;
    const kept = files.map(({ file_id: id }) => id);
    await say(ask('What else?', { ...at, mode: 'edit', parentMessageId, files: kept }));
    expect(counts()).toEqual([1]);
    expect((await stored(first.conversationId)).map((one) => one.files.length)).toEqual([1, 0, 1]);
  });

  it('sends a large, animated, or other type of image as a JPEG of at most 2000 pixels', async () => {
    const large = await picture(3000, 1500);
    const moving = await keep(upload(userId), await drawn(50, 60).gif().toBuffer());
    const send = ask('And these?', { files: ids(large, moving) });
    const { generationId } = await say(send);
    const sizes = await Promise.all(
      seen()[0]!.map(async (url) => {
        const { width, height, format } = await sharp(Buffer.from(url.split(',')[1]!, 'base64')).metadata();
        return [format, width, height];
      }),
    );
    expect(sizes).toEqual([
      ['jpeg', 2000, 1000],
      ['jpeg', 50, 60],
    ]);
    const receipt = await readReceipt(AUTOCOMMIT, { userId, generationId });
    expect(receipt.costMicro).toBe(receipt.chargedMicro);
  });

  it('is refused with too many, with a video, and with missing files or those of another user', async () => {
    const other = await createAccount();
    const foreign = await keep(upload(other.userId), await drawn(5, 5).png().toBuffer());
    const video = await keep(upload(userId, { name: 'a.webm', declared: 'video/webm' }), webm());
    const own = await picture();
    const refusal = (...files: string[]) =>
      admitMessage(ask('Hm?', { files })).catch((error: { code: string; param: string }) => [
        error.code,
        error.param,
      ]);
    expect(await refusal(own.id, foreign.id)).toEqual(['not_found', 'files']);
    expect(await refusal(newId())).toEqual(['not_found', 'files']);
    expect(await refusal('nonsense')).toEqual(['not_found', 'files']);
    expect(await refusal(video.id)).toEqual(['model_cannot_see', 'model']);
    expect(await refusal(...Array.from({ length: 11 }, () => newId()))).toEqual(['invalid_request', 'files']);
    expect(await selectRows(AUTOCOMMIT, 'SELECT id FROM messages')).toEqual([]);
    expect(await expiries()).toEqual([false, false, true]);
  });
});

describe('a model without vision', () => {
  it('is refused images, and the error names another model', async () => {
    const send = ask('What is this?', { model: TEST_MODEL, files: ids(await picture()) });
    const refusal = { code: 'model_cannot_see', param: 'model' };
    const params = { model: 'Sandbox Small', other: 'Seeing', otherId: SEEING };
    await expect(admitMessage(send)).rejects.toMatchObject({ ...refusal, params });
    await expect(quoteMessage(send)).rejects.toMatchObject(refusal);
    const first = await say({ ...send, model: SEEING });
    const again = { conversationId: first.conversationId, parentMessageId: first.prompt.messageId };
    await expect(
      admitMessage({ ...send, ...again, mode: 'regenerate', text: '', files: [] }),
    ).rejects.toMatchObject(refusal);
    expect(await expiries()).toEqual([false]);
  });

  it('gets only the text of earlier messages, and the reply says so', async () => {
    const first = await say(ask('What is this?', { files: ids(await picture(), await picture()) }));
    const place = { conversationId: first.conversationId, parentMessageId: first.reply.messageId };
    const send = ask('Go on.', { ...place, model: TEST_MODEL });
    expect(await quoteMessage(send)).toMatchObject({ omittedPictures: 2 });
    const { reply } = await say(send);
    expect(reply.omittedPictures).toBe(2);
    expect(counts()).toEqual([0, 0, 0]);
  });
});

describe('deleting', () => {
  it('a file leaves a note in its message, and the model no longer gets it', async () => {
    const [one, two] = [await picture(), await picture()];
    const first = await say(ask('What is this?', { files: ids(one, two) }));
    expect(await deleteFile({ userId, id: one.id })).toBe(true);
    const [message] = (await stored(first.conversationId)) as [ChatMessage];
    expect([message.files.map(({ file_id: id }) => id), message.deletedFiles]).toEqual([[two.id], 1]);
    const { conversationId, reply } = first;
    await say(ask('And now?', { conversationId, parentMessageId: reply.messageId }));
    expect(counts()).toEqual([1, 0, 0]);
  });

  it('a conversation releases uploads that no other message uses', async () => {
    const [one, two] = [await picture(), await picture()];
    const first = await say(ask('One', { files: ids(one, two) }));
    const second = await say(ask('Two', { files: ids(two) }));
    const { conversationId } = first;
    await transaction((tx) => deleteConversation(tx, { userId, conversationId }));
    expect(await expiries()).toEqual([true, false]);
    await transaction((tx) => trashAllConversations(tx, userId));
    await emptyTrash(userId);
    expect(await expiries()).toEqual([true, true]);
    expect(await selectRows(AUTOCOMMIT, 'SELECT * FROM message_files')).toEqual([]);
    expect(second.prompt.files).toHaveLength(1);
  });
});
