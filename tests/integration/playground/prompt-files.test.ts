import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { START_CURSOR } from '#app/contracts/generation.ts';
import { deleteFile } from '#app/core/files/records/file-rows.ts';
import { filesOfGenerations, findFiles } from '#app/core/files/records/owned-files.ts';
import { admitPrompt, repeatCell, type PromptSend } from '#app/core/generation/admit/prompt.ts';
import { quotePrompt } from '#app/core/generation/plan/cell.ts';
import { imageReader } from '#app/core/generation/plan/question.ts';
import { readReply } from '#app/core/generation/stream/reader.ts';
import { deletePlayground, erasePlaygrounds } from '#app/core/playground/deletion.ts';
import { lastPromptKinds, readPrompts } from '#app/core/playground/history.ts';
import { selectRows } from '#db/sql.ts';
import { AUTOCOMMIT, transaction } from '#db/transaction.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { createModel } from '#tests/factories/create-model.ts';
import { createImageModel, PICTURE_MODEL } from '#tests/factories/create-image-model.ts';
import { createVideoModel, VIDEO_MODEL } from '#tests/factories/video-call.ts';
import { useFileStore } from '#tests/fixtures/media/file-store.ts';
import { webm } from '#tests/fixtures/media/webm.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { keep, upload } from '../files/stage.ts';

useFileStore();
const engine = useEngine();
const SEEING = 'sandbox/seeing';
let userId: string;

beforeEach(async () => {
  await createModel({ id: SEEING, name: 'Seeing', supports: ['text-to-text', 'image-to-text'] });
  await createImageModel();
  await createVideoModel();
  ({ userId } = await createAccount({ creditMicro: 10_000_000n }));
});

const drawn = (type: 'png' | 'gif' = 'png') =>
  sharp({ create: { width: 300, height: 200, channels: 3, background: '#36c' } })
    .toFormat(type)
    .toBuffer();
const tomorrow = () => new Date(Date.now() + 24 * 3600 * 1000);
const picture = async (type?: 'png' | 'gif') =>
  (await keep(upload(userId, { expiresAt: tomorrow() }), await drawn(type))).id;

const send = (model: string, output: PromptSend['output'], more: Partial<PromptSend> = {}): PromptSend => ({
  userId,
  requestId: 'test',
  playgroundId: null,
  clientId: null,
  text: 'This [[sandbox: text="Yes." pace=0 delay=0]]',
  output,
  pairs: [{ model, provider: 'sandbox' }],
  options: {},
  files: [],
  isBlind: false,
  ...more,
});

async function ask(asked: PromptSend) {
  const admitted = await admitPrompt(asked);
  const [cell] = admitted.cells;
  if (cell!.error) throw cell!.error;
  const signal = AbortSignal.timeout(60_000);
  for await (const _event of readReply({
    generationId: cell!.generationId,
    cursor: START_CURSOR,
    signal,
  }));
  return { ...admitted, ...cell! };
}

const ends = async (id: string) => (await findFiles(AUTOCOMMIT, { userId, ids: [id] })).get(id)?.expiresAt;

describe('a prompt with files', () => {
  it('makes an image from images, which are stored as long as it', async () => {
    const files = [await picture(), await picture()];
    const { playgroundId, generationId } = await ask(send(PICTURE_MODEL, 'image', { files }));
    const made = await filesOfGenerations(AUTOCOMMIT, { userId, generationIds: [generationId] });
    expect(made.get(generationId)).toMatchObject([{ kind: 'image' }]);
    expect(engine.sandbox().requests().at(-1)!.path).toMatch(/\/images\/edits$/);
    expect(await ends(files[0]!)).toBe(null);
    expect(await lastPromptKinds(AUTOCOMMIT, { userId, playgroundId })).toEqual({
      output: 'image',
      from: 'image',
    });
    await transaction((tx) => deletePlayground(tx, { userId, playgroundId }));
    expect(await ends(files[0]!)).toBeInstanceOf(Date);
    expect(await selectRows(AUTOCOMMIT, 'SELECT * FROM playground_files')).toEqual([]);
  });

  it('keeps files that another conversation uses, too', async () => {
    const files = [await picture()];
    const first = await ask(send(PICTURE_MODEL, 'image', { files }));
    await ask(send(PICTURE_MODEL, 'image', { files }));
    await transaction((tx) => deletePlayground(tx, { userId, playgroundId: first.playgroundId }));
    expect(await ends(files[0]!)).toBe(null);
    expect(await erasePlaygrounds(userId, 100)).toBe(4);
  });

  it('makes a video begin with an image', async () => {
    const { generationId } = await ask(send(VIDEO_MODEL, 'video', { files: [await picture()] }));
    const made = await filesOfGenerations(AUTOCOMMIT, { userId, generationIds: [generationId] });
    expect(made.get(generationId)).toMatchObject([{ kind: 'video' }]);
    const order = engine
      .sandbox()
      .requests()
      .find(({ method, path }) => method === 'POST' && path.endsWith('/videos'));
    expect((order!.body as { picture: number | null }).picture).toBeGreaterThan(0);
  });

  it('sends the images to a text model, also those of earlier prompts', async () => {
    const { playgroundId } = await ask(send(SEEING, 'text', { files: [await picture()] }));
    await ask(send(SEEING, 'text', { playgroundId, files: [await picture('gif')] }));
    const { messages } = engine.sandbox().requests().at(-1)!.body as {
      messages: { role: string; content: string | { type: string }[] }[];
    };
    expect(
      messages.map(({ content }) =>
        typeof content === 'string' ? 0 : content.filter(({ type }) => type === 'image_url').length,
      ),
    ).toEqual([1, 0, 1]);
  });

  it('is refused in its cell alone by a model without image input', async () => {
    await createModel({ id: 'sandbox/blind', name: 'Blind' });
    const pairs = [SEEING, 'sandbox/blind'].map((model) => ({ model, provider: 'sandbox' }));
    const { cells } = await admitPrompt(send(SEEING, 'text', { pairs, files: [await picture()] }));
    expect(cells.map(({ error }) => error === null)).toEqual([true, false]);
  });

  it('is not repeated if one of them was deleted', async () => {
    const files = [await picture()];
    const { playgroundId, cellId } = await ask(send(PICTURE_MODEL, 'image', { files }));
    await deleteFile({ userId, id: files[0]! });
    await expect(repeatCell({ userId, requestId: 'test', playgroundId, cellId })).rejects.toMatchObject({
      code: 'not_found',
      param: 'files',
    });
  });

  it('is refused for outputs that are not made from it', async () => {
    const clip = await keep(upload(userId), webm());
    const wrong: [PromptSend, string][] = [
      [send(VIDEO_MODEL, 'video', { files: [await picture(), await picture()] }), 'invalid_request'],
      [send(PICTURE_MODEL, 'image', { files: [clip.id] }), 'file_type_not_supported'],
      [send(PICTURE_MODEL, 'image', { files: [await picture('gif')] }), 'file_type_not_supported'],
      [send(SEEING, 'text', { files: [clip.id] }), 'file_type_not_supported'],
    ];
    for (const [one, code] of wrong)
      await expect(admitPrompt(one)).rejects.toMatchObject({ code, param: 'files' });
  });

  it('accepts no files of other users', async () => {
    const other = await createAccount({ creditMicro: 1_000_000n });
    const files = [await picture()];
    await expect(
      admitPrompt({ ...send(PICTURE_MODEL, 'image', { files }), userId: other.userId }),
    ).rejects.toMatchObject({ code: 'not_found', param: 'files' });
    expect(
      (await readPrompts(AUTOCOMMIT, { playgroundId: 'none', output: null, before: null })).prompts,
    ).toEqual([]);
  });
});

describe('parameters', () => {
  const quote = (options: PromptSend['options'], output: 'image' | 'video' = 'video') =>
    quotePrompt(
      { userId, playgroundId: null, text: '', output, options, files: [], readOnce: imageReader() },
      [{ model: output === 'video' ? VIDEO_MODEL : PICTURE_MODEL, provider: 'sandbox' }],
    );

  it('determine its maximum cost', async () => {
    const [[four], [eight]] = [await quote({ seconds: 4 }), await quote({ seconds: 8 })];
    expect(Number(eight!.mostMicro)).toBe(2 * Number(four!.mostMicro));
    const [[one], [two]] = [await quote({ n: 1 }, 'image'), await quote({ n: 2 }, 'image')];
    expect(Number(two!.mostMicro)).toBeGreaterThan(Number(one!.mostMicro));
  });

  it('that a pair does not support are named, before and in its cell', async () => {
    const [refused] = await quote({ aspect_ratio: '16:9' });
    expect(refused).toMatchObject({
      mostMicro: null,
      why: expect.stringContaining('aspect_ratio') as string,
    });
    const { cells, playgroundId } = await admitPrompt(
      send(VIDEO_MODEL, 'video', { options: { aspect_ratio: '16:9' } }),
    );
    expect(cells[0]!.error).toMatchObject({ code: 'invalid_request', param: 'aspect_ratio' });
    const { prompts } = await readPrompts(AUTOCOMMIT, { playgroundId, output: 'video', before: null });
    expect(prompts[0]!.cells[0]).toMatchObject({ state: 'refused', errorCode: 'invalid_request' });
  });

  it('reach the provider', async () => {
    await ask(send(VIDEO_MODEL, 'video', { options: { seconds: 2, size: '1280x720' } }));
    const order = engine
      .sandbox()
      .requests()
      .find(({ method, path }) => method === 'POST' && path.endsWith('/videos'));
    expect(order!.body).toMatchObject({ seconds: '2', size: '1280x720' });
  });
});
