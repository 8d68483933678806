import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { START_CURSOR } from '#app/contracts/generation.ts';
import type { AdmittedReply, ChatSend } from '#app/contracts/send.ts';
import { admitMessage } from '#app/core/generation/admit/message.ts';
import { quoteMessage } from '#app/core/generation/plan/message.ts';
import { readReceipt } from '#app/core/generation/report/receipt.ts';
import { readReply } from '#app/core/generation/stream/reader.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { chatSend } from '#tests/factories/chat-send.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { createModel } from '#tests/factories/create-model.ts';
import { useFileStore } from '#tests/fixtures/media/file-store.ts';
import { mp4 } from '#tests/fixtures/media/mp4.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { keep, upload } from '../files/stage.ts';

useFileStore();
const engine = useEngine();
const WATCHING = 'sandbox/watching';
const SEEING = 'sandbox/seeing';
const SECONDS = 10;
let userId: string;

beforeEach(async () => {
  await createModel({
    id: WATCHING,
    name: 'Watching',
    supports: ['text-to-text', 'image-to-text', 'video-to-text'],
  });
  await createModel({ id: SEEING, name: 'Seeing', supports: ['text-to-text', 'image-to-text'] });
  ({ userId } = await createAccount({ creditMicro: 10_000_000n }));
});

const video = (facts: Parameters<typeof mp4>[0] = { seconds: SECONDS }) =>
  keep(upload(userId, { name: 'a.mp4', declared: 'video/mp4' }), mp4(facts));
const picture = async () =>
  keep(
    upload(userId),
    await sharp({ create: { width: 9, height: 9, channels: 3, background: '#36c' } })
      .png()
      .toBuffer(),
  );
const ask = (text: string, more: Partial<ChatSend> = {}) =>
  chatSend(userId, `${text} [[sandbox: text="Yes." pace=0]]`, { model: WATCHING, ...more });

async function say(send: ChatSend): Promise<AdmittedReply> {
  const admitted = await admitMessage(send);
  const { generationId } = admitted;
  const signal = AbortSignal.timeout(90_000);
  for await (const _event of readReply({ generationId, cursor: START_CURSOR, signal }));
  return admitted;
}

interface Part {
  type: string;
  video_url?: { url: string };
}

/** The types of the parts in the provider's last call, turn by turn. */
function sentTypes(): string[][] {
  const calls = engine
    .sandbox()
    .requests()
    .map(({ body }) => body as { messages: { role: string; content: string | Part[] }[] });
  const call = calls.filter(({ messages }) => messages.every(({ role }) => role !== 'system')).at(-1)!;
  return call.messages.map(({ content }) =>
    typeof content === 'string' ? [] : content.map(({ type }) => type),
  );
}

describe('a message with a video', () => {
  it('sends it to the model, with hold and charge by its length, and stores it', async () => {
    const film = await video();
    const send = ask('What happens?', { files: [film.id] });
    const bare = await quoteMessage({ ...send, files: [] });
    const quote = await quoteMessage(send);
    expect(quote.inputTokens - bare.inputTokens).toBeGreaterThan(SECONDS * 512);
    const { generationId, prompt } = await say(send);
    expect(prompt.files).toMatchObject([{ file_id: film.id, type: 'video/mp4', duration: SECONDS }]);
    expect(sentTypes()).toEqual([['video_url', 'text']]);
    expect(JSON.stringify(engine.sandbox().requests())).toContain(
      `data:video/mp4;base64,${mp4({ seconds: SECONDS }).toString('base64')}`,
    );
    const receipt = await readReceipt(AUTOCOMMIT, { userId, generationId });
    // 640 by 360 pixels are 299 squares of 28 pixels in two seconds.
    expect(receipt.usage!.promptTokens).toBeGreaterThanOrEqual((SECONDS * 299) / 2);
    expect(receipt.costMicro).toBe(receipt.chargedMicro);
    expect(receipt.chargedMicro! <= receipt.heldMicro).toBe(true);
    expect(quote.inputTokens).toBeGreaterThanOrEqual(receipt.usage!.promptTokens);
  });

  it('sends it again in later turns; a model without video gets the text and the images, and says so', async () => {
    const first = await say(ask('What happens?', { files: [(await video()).id, (await picture()).id] }));
    const at = { conversationId: first.conversationId };
    const second = await say(ask('And then?', { ...at, parentMessageId: first.reply.messageId }));
    expect(sentTypes()).toEqual([['video_url', 'image_url', 'text'], [], []]);
    const moved = ask('Go on.', { ...at, parentMessageId: second.reply.messageId, model: SEEING });
    expect(await quoteMessage(moved)).toMatchObject({ omittedPictures: 1 });
    const { reply, generationId } = await say(moved);
    expect(reply.omittedPictures).toBe(1);
    expect(sentTypes()).toEqual([['image_url', 'text'], [], [], [], []]);
    const receipt = await readReceipt(AUTOCOMMIT, { userId, generationId });
    expect(receipt.leftOut).toEqual(['video']);
  });

  it('is refused for a model without video, with the name of one that supports it, and without a length', async () => {
    const film = await video();
    const send = ask('What happens?', { model: SEEING, files: [film.id] });
    const params = { model: 'Seeing', other: 'Watching', otherId: WATCHING, context: 'video' };
    await expect(admitMessage(send)).rejects.toMatchObject({
      code: 'model_cannot_see',
      param: 'model',
      params,
    });
    const first = await say({ ...send, model: WATCHING });
    const again = { conversationId: first.conversationId, parentMessageId: first.prompt.messageId };
    await expect(
      admitMessage({ ...send, ...again, mode: 'regenerate', text: '', files: [] }),
    ).rejects.toMatchObject({ code: 'model_cannot_see', params });
    const endless = await video({ seconds: 0 });
    await expect(admitMessage(ask('And this?', { files: [endless.id] }))).rejects.toMatchObject({
      code: 'invalid_request',
      param: 'files',
      message: expect.stringContaining('how long'),
    });
  });
});
