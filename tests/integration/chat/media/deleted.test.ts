import { beforeEach, describe, expect, it } from 'vitest';
import { START_CURSOR } from '#app/contracts/generation.ts';
import type { ChatSend } from '#app/contracts/send.ts';
import { deleteConversation } from '#app/core/conversations/deletion.ts';
import { trashAllConversations } from '#app/core/conversations/trash/trashed-chats.ts';
import { emptyTrash } from '#app/core/deletion/purge-trash.ts';
import { saveDraft } from '#app/core/conversations/drafts.ts';
import { deleteExpiredFiles, deleteExpiredFilesOf } from '#app/core/files/records/file-rows.ts';
import { filesOfGenerations, findFile } from '#app/core/files/records/owned-files.ts';
import { admitMessage } from '#app/core/generation/admit/message.ts';
import { admitPrompt } from '#app/core/generation/admit/prompt.ts';
import { readReply } from '#app/core/generation/stream/reader.ts';
import { deletePlayground } from '#app/core/playground/deletion.ts';
import { selectRows } from '#db/sql.ts';
import { AUTOCOMMIT, transaction } from '#db/transaction.ts';
import { chatSend } from '#tests/factories/chat-send.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { createImageModel, PICTURE_MODEL } from '#tests/factories/create-image-model.ts';
import { useFileStore } from '#tests/fixtures/media/file-store.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { IS_FULL } from '#tests/setup/suite.ts';
import { objects } from '../../files/stage.ts';
import { after, ended, idsOf, say } from './stage.ts';

useFileStore();
useEngine();
let userId: string;

beforeEach(async () => {
  await createImageModel();
  ({ userId } = await createAccount({ creditMicro: 10_000_000n }));
});

const draw = (more: Partial<ChatSend> = {}, text = 'A fox [[sandbox: delay=0]]') =>
  chatSend(userId, text, { model: PICTURE_MODEL, ...more });
const drop = ({ conversationId }: { conversationId: string }) =>
  transaction((tx) => deleteConversation(tx, { userId, conversationId }));
const isThere = async (id: string) => (await findFile(AUTOCOMMIT, { userId, id })) !== null;

/** An image of the playground, and its users there. */
async function drawInPlayground(files: string[] = []) {
  const { playgroundId, cells } = await admitPrompt({
    userId,
    requestId: 'test',
    playgroundId: null,
    clientId: null,
    text: 'A hare [[sandbox: delay=0]]',
    output: 'image',
    pairs: [{ model: PICTURE_MODEL, provider: 'sandbox' }],
    options: {},
    files,
    isBlind: false,
  });
  const { generationId, error } = cells[0]!;
  if (error) throw error;
  const signal = AbortSignal.timeout(60_000);
  for await (const _event of readReply({ generationId, cursor: START_CURSOR, signal }));
  const made = await filesOfGenerations(AUTOCOMMIT, { userId, generationIds: [generationId] });
  return { playgroundId, id: made.get(generationId)![0]!.id };
}

const dropPlayground = ({ playgroundId }: { playgroundId: string }) =>
  transaction((tx) => deletePlayground(tx, { userId, playgroundId }));

describe('the output of a model in a conversation', () => {
  it('is deleted with it, bytes and quota included', async () => {
    const first = await say(draw());
    const [id] = idsOf(first.stored);
    expect([await isThere(id!), (await objects()).length > 0]).toEqual([true, true]);
    await drop(first);
    expect(await isThere(id!)).toBe(false);
    await deleteExpiredFilesOf(userId);
    expect(await objects()).toEqual([]);
    expect(await selectRows(AUTOCOMMIT, 'SELECT files FROM file_usage')).toMatchObject([{ files: '0' }]);
  });

  it('is deleted with all conversations as with one, and no other user’s is', async () => {
    const [one, two] = [await say(draw()), await say(draw())];
    const other = await createAccount({ creditMicro: 10_000_000n });
    const theirs = await say({ ...draw(), userId: other.userId });
    await transaction((tx) => trashAllConversations(tx, userId));
    await emptyTrash(userId);
    expect(await deleteExpiredFiles()).toBe(0);
    for (const { stored } of [one, two]) expect(await isThere(idsOf(stored)[0]!)).toBe(false);
    expect(await findFile(AUTOCOMMIT, { userId: other.userId, id: idsOf(theirs.stored)[0]! })).not.toBeNull();
  });

  it('stays while another conversation uses it, and is deleted with the last of them', async () => {
    const first = await say(draw());
    const files = idsOf(first.stored);
    const second = await say(draw({ files }));
    await drop(first);
    expect(await isThere(files[0]!)).toBe(true);
    await drop(second);
    expect(await isThere(files[0]!)).toBe(false);
  });

  it('stays while the playground uses it, and vice versa', async () => {
    const chat = await say(draw());
    const [made] = idsOf(chat.stored);
    const asked = await drawInPlayground([made!]);
    const sent = await say(draw({ files: [asked.id] }));
    await drop(chat);
    expect(await isThere(made!)).toBe(true);
    await dropPlayground(asked);
    // The answer was used again in the chat; its input file was not used anywhere else.
    expect([await isThere(made!), await isThere(asked.id)]).toEqual([false, true]);
    const again = await drawInPlayground([asked.id]);
    await drop(sent);
    expect(await isThere(asked.id)).toBe(true);
    await dropPlayground(again);
    expect([await isThere(asked.id), await isThere(again.id)]).toEqual([false, false]);
  });

  it('stays in the chat when it is an answer of the playground that remains', async () => {
    const asked = await drawInPlayground();
    const sent = await say(draw({ files: [asked.id] }));
    await drop(sent);
    expect(await isThere(asked.id)).toBe(true);
    expect((await findFile(AUTOCOMMIT, { userId, id: asked.id }))!.expiresAt).toBeNull();
  });

  it('is deleted after its time, like an upload, if a draft uses it', async () => {
    const [first, second] = [await say(draw()), await say(draw())];
    const [id] = idsOf(first.stored);
    await saveDraft(AUTOCOMMIT, { userId, conversationKey: second.conversationId }, 'And this?', [id!]);
    await drop(first);
    const kept = await findFile(AUTOCOMMIT, { userId, id: id! });
    expect(kept!.expiresAt!.getTime()).toBeGreaterThan(Date.now() + 60_000);
    await say(draw({ ...after(second), files: [id!] }));
    expect((await findFile(AUTOCOMMIT, { userId, id: id! }))!.expiresAt).toBeNull();
  });

  it('does not fail if the conversation was deleted before it existed', async () => {
    const slow = await admitMessage(draw({}, 'A fox [[sandbox: delay=700]]'));
    await drop(slow);
    await ended(slow);
    const rows = () =>
      selectRows<{ gone: number }>(AUTOCOMMIT, 'SELECT expires_at <= NOW(3) AS gone FROM files');
    await expect.poll(rows, { timeout: 30_000 }).toMatchObject([{ gone: 1 }]);
  });

  it('is used again or refused when its conversation is deleted at that moment, and never lost to its user', async () => {
    for (let round = 0; round < (IS_FULL ? 6 : 2); round += 1) {
      const first = await say(draw());
      const files = idsOf(first.stored);
      const [, sent] = await Promise.allSettled([
        drop(first).then(() => deleteExpiredFilesOf(userId)),
        admitMessage(draw({ files })),
      ]);
      const kept = await findFile(AUTOCOMMIT, { userId, id: files[0]! });
      if (sent.status === 'rejected')
        expect(sent.reason).toMatchObject({ code: 'not_found', param: 'files' });
      else {
        await ended(sent.value);
        // Its row is permanent, or was deleted before the message came: it must never expire while a message
        // uses it.
        expect(kept?.expiresAt ?? null).toBeNull();
        await drop(sent.value);
      }
    }
  });
});
