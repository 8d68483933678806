import { beforeEach, describe, expect, it, vi } from 'vitest';
import { START_CURSOR } from '#app/contracts/generation.ts';
import type { Pair } from '#app/contracts/playground/playground.ts';
import type { UserEvent } from '#app/contracts/user-events.ts';
import { trashAllConversations } from '#app/core/conversations/trash/trashed-chats.ts';
import { filesOfGenerations } from '#app/core/files/records/owned-files.ts';
import { admitPrompt, repeatCell, type PromptSend } from '#app/core/generation/admit/prompt.ts';
import { quotePrompt } from '#app/core/generation/plan/cell.ts';
import { imageReader } from '#app/core/generation/plan/question.ts';
import { stopCells } from '#app/core/generation/recover/stop.ts';
import { wakeJob } from '#app/core/generation/run/job/webhook.ts';
import { readReply } from '#app/core/generation/stream/reader.ts';
import { newId } from '#app/core/platform/ids.ts';
import { deletePlayground, erasePlaygrounds } from '#app/core/playground/deletion.ts';
import { lastPromptKinds, readPrompts } from '#app/core/playground/history.ts';
import { listPlaygrounds } from '#app/core/playground/playgrounds.ts';
import { watchUser } from '#app/core/realtime/user-events.ts';
import { findRunningCells } from '#app/core/targets/cell.ts';
import { selectRow } from '#db/sql.ts';
import { AUTOCOMMIT, transaction } from '#db/transaction.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { TEST_MODEL } from '#tests/factories/create-model.ts';
import { createImageModel, PICTURE_MODEL } from '#tests/factories/create-image-model.ts';
import { createVideoModel, VIDEO_MODEL } from '#tests/factories/video-call.ts';
import { moneyOf } from '#tests/fixtures/ledger-sums.ts';
import { useEngine } from '#tests/setup/engine.ts';

useEngine();

let pair: Pair;

beforeEach(async () => {
  const row = await selectRow<{ provider: string }>(
    AUTOCOMMIT,
    'SELECT provider FROM offers WHERE model_id = ? LIMIT 1',
    [TEST_MODEL],
  );
  pair = { model: TEST_MODEL, provider: row!.provider };
});

const promptOf = (userId: string, text: string, more: Partial<PromptSend> = {}): PromptSend => ({
  userId,
  requestId: 'test',
  playgroundId: null,
  clientId: null,
  text,
  output: 'text',
  pairs: [pair],
  options: { max_tokens: 300 },
  files: [],
  isBlind: false,
  ...more,
});

async function ended(generationId: string): Promise<string> {
  let text = '';
  const signal = AbortSignal.timeout(60_000);
  for await (const { event } of readReply({ generationId, cursor: START_CURSOR, signal }))
    if (event.type === 'text') text += event.text;
  return text;
}

const cellsOf = async (playgroundId: string) =>
  (await readPrompts(AUTOCOMMIT, { playgroundId, output: null, before: null })).prompts.flatMap(
    ({ cells }) => cells,
  );

describe('a prompt of the playground', () => {
  it('is answered, charged and stored, and is no chat', async () => {
    const { userId } = await createAccount({ creditMicro: 1_000_000n });
    const { playgroundId, cells } = await admitPrompt(
      promptOf(userId, 'Hi [[sandbox: text="Good day" pace=0]]'),
    );
    expect(await ended(cells[0]!.generationId)).toBe('Good day');
    const [cell] = await cellsOf(playgroundId);
    expect(cell).toMatchObject({ state: 'done', text: 'Good day', ...pair });
    const { balance, held } = await moneyOf(userId);
    expect([held, balance]).toEqual([0n, 1_000_000n - cell!.chargedMicro!]);
    expect(
      await selectRow(AUTOCOMMIT, 'SELECT id FROM conversations WHERE user_id = ?', [userId]),
    ).toBeUndefined();
  });

  it('admits ten pairs in their order with money for four', async () => {
    const { userId } = await createAccount({ creditMicro: 1_000_000n });
    const text = 'Same words [[sandbox: length=5 pace=2000]]';
    await admitPrompt(promptOf(userId, text));
    const row = await selectRow<{ held: string }>(
      AUTOCOMMIT,
      'SELECT held_micro AS held FROM generations WHERE user_id = ?',
      [userId],
    );
    const poor = await createAccount({ creditMicro: BigInt(row!.held) * 4n + 1n });
    const pairs = Array.from({ length: 10 }, () => pair);
    const { cells, playgroundId } = await admitPrompt(promptOf(poor.userId, text, { pairs }));
    expect(cells.map(({ error }) => error?.message ?? null)).toEqual([
      null,
      null,
      null,
      null,
      ...Array.from({ length: 6 }, () => 'Insufficient balance'),
    ]);
    const stored = await cellsOf(playgroundId);
    expect(stored.slice(4).map(({ state, errorCode }) => [state, errorCode])).toEqual(
      Array.from({ length: 6 }, () => ['refused', 'token_balance']),
    );
    expect(await stopCells(AUTOCOMMIT, { userId: poor.userId, playgroundId, cellId: null })).toBe(4);
  });

  it('tells its max cost while it is written, also when money is held in steps', async () => {
    const { userId } = await createAccount({ creditMicro: 1_000_000n });
    const send = promptOf(userId, 'Slowly [[sandbox: length=5 pace=2000]]', {
      options: {},
    });
    const question = { ...send, files: [], readOnce: imageReader() };
    const [quote] = await quotePrompt(question, [pair]);
    const { playgroundId } = await admitPrompt(send);
    const [run] = await findRunningCells(AUTOCOMMIT, userId);
    const { held } = await moneyOf(userId);
    expect(run!.maxMicro).toBeGreaterThan(held);
    expect(Number(run!.maxMicro - BigInt(quote!.mostMicro!))).toBeOneOf([0, 1]);
    await stopCells(AUTOCOMMIT, { userId, playgroundId, cellId: null });
  });

  it('continues its own earlier answers', async () => {
    const { userId } = await createAccount({ creditMicro: 1_000_000n });
    const first = await admitPrompt(promptOf(userId, 'One [[sandbox: text="First" pace=0]]'));
    await ended(first.cells[0]!.generationId);
    const { playgroundId } = first;
    const next = await admitPrompt(promptOf(userId, 'Two [[sandbox: length=5 pace=1000]]', { playgroundId }));
    const row = await selectRow<{ request: string }>(
      AUTOCOMMIT,
      'SELECT request FROM generations WHERE id = ?',
      [next.cells[0]!.generationId],
    );
    const { messages } = JSON.parse(row!.request) as { messages: { role: string; content: string }[] };
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
    expect(messages[1]!.content).toBe('First');
    // While it grows, the same pair is not called again.
    const [third] = (await admitPrompt(promptOf(userId, 'Three', { playgroundId }))).cells;
    expect(third!.error?.code).toBe('conflict');
    await stopCells(AUTOCOMMIT, { userId, playgroundId, cellId: null });
  });

  it('sent twice at once with one id is one prompt', async () => {
    const { userId } = await createAccount({ creditMicro: 1_000_000n });
    const send = promptOf(userId, 'Once [[sandbox: text="Once" pace=0]]', { clientId: newId() });
    const both = await Promise.all([admitPrompt(send), admitPrompt(send)]);
    expect(both[0].promptId).toBe(both[1].promptId);
    expect(await cellsOf(both[0].playgroundId)).toHaveLength(1);
  });

  it('is repeated as a further attempt, once by two at a time', async () => {
    const { userId } = await createAccount({ creditMicro: 1_000_000n });
    const { playgroundId, cells } = await admitPrompt(
      promptOf(userId, 'Again [[sandbox: text="Yes" pace=0]]'),
    );
    await ended(cells[0]!.generationId);
    const again = { userId, requestId: 'test', playgroundId, cellId: cells[0]!.cellId };
    const results = await Promise.allSettled([repeatCell(again), repeatCell(again)]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const attempts = await cellsOf(playgroundId);
    expect(attempts.map(({ attempt }) => attempt)).toEqual([1, 2]);
    // Nor by a click after the new answer has ended.
    await ended(attempts[1]!.generationId);
    await expect(repeatCell(again)).rejects.toMatchObject({ code: 'conflict' });
  });

  it('is visible only to its owner', async () => {
    const [own, other] = [await createAccount({ creditMicro: 1_000_000n }), await createAccount()];
    const { playgroundId, cells } = await admitPrompt(
      promptOf(own.userId, 'Mine [[sandbox: text="a" pace=0]]'),
    );
    const { cellId } = cells[0]!;
    const stranger = { userId: other.userId, requestId: 'test', playgroundId };
    await expect(repeatCell({ ...stranger, cellId })).rejects.toMatchObject({ code: 'not_found' });
    await expect(admitPrompt(promptOf(other.userId, 'Hi', { playgroundId }))).rejects.toMatchObject({
      code: 'not_found',
    });
    expect(await stopCells(AUTOCOMMIT, { ...stranger, cellId: null })).toBe(0);
  });

  it('is answered with an image that is stored, charged by its tokens, and deleted with it', async () => {
    await createImageModel();
    const { userId } = await createAccount({ creditMicro: 1_000_000n });
    const pairs = [{ model: PICTURE_MODEL, provider: 'sandbox' }];
    const { playgroundId, cells } = await admitPrompt(
      promptOf(userId, 'A fox [[sandbox: delay=0]]', { pairs, output: 'image', options: {} }),
    );
    const { generationId } = cells[0]!;
    await ended(generationId);
    const [cell] = await cellsOf(playgroundId);
    expect(cell).toMatchObject({ state: 'done', text: '', tokens: null, firstTokenMs: null });
    expect(cell!.chargedMicro).toBeGreaterThan(40_000n);
    const made = await filesOfGenerations(AUTOCOMMIT, { userId, generationIds: [generationId] });
    expect(made.get(generationId)).toMatchObject([{ kind: 'image', width: 1024, expiresAt: null, place: 0 }]);
    expect(await lastPromptKinds(AUTOCOMMIT, { userId, playgroundId })).toEqual({
      output: 'image',
      from: 'text',
    });
    await transaction((tx) => deletePlayground(tx, { userId, playgroundId }));
    expect(await filesOfGenerations(AUTOCOMMIT, { userId, generationIds: [generationId] })).toEqual(
      new Map(),
    );
  });

  it('is answered with a video, whose progress its owner receives', async () => {
    await createVideoModel();
    const { userId } = await createAccount({ creditMicro: 1_000_000n });
    const events: UserEvent[] = [];
    const leaving = new AbortController();
    const watching = (async () => {
      for await (const { event } of watchUser(userId, leaving.signal)) events.push(event);
    })();
    const pairs = [{ model: VIDEO_MODEL, provider: 'sandbox' }];
    const { playgroundId, cells } = await admitPrompt(
      promptOf(userId, 'A fox [[sandbox: delay=1000]]', { pairs, output: 'video', options: {} }),
    );
    const { generationId } = cells[0]!;
    const isOver = vi.fn<() => void>();
    const end = ended(generationId).then(isOver);
    const isMaking = async () => {
      await wakeJob(generationId);
      return (await findRunningCells(AUTOCOMMIT, userId)).some(({ donePercent }) => (donePercent ?? 0) > 0);
    };
    await expect.poll(isMaking).toBe(true);
    const hasEnded = async () => {
      await wakeJob(generationId);
      return isOver.mock.calls.length;
    };
    await expect.poll(hasEnded).toBe(1);
    await end;
    leaving.abort();
    await watching;
    const told = events.flatMap((event) => (event.type === 'progress' ? event.donePercent : []));
    expect(Math.max(...told)).toBeGreaterThan(0);
    expect(told).toEqual(told.toSorted((one, other) => one - other));
    const [cell] = await cellsOf(playgroundId);
    expect(cell).toMatchObject({ state: 'done', text: '', tokens: null });
    const made = await filesOfGenerations(AUTOCOMMIT, { userId, generationIds: [generationId] });
    expect(made.get(generationId)).toMatchObject([{ kind: 'video', expiresAt: null, place: 0 }]);
    const { balance, held } = await moneyOf(userId);
    expect([held, balance]).toEqual([0n, 1_000_000n - cell!.chargedMicro!]);
  });

  it('survives a clearing of the chats, and is deleted with the account', async () => {
    const { userId } = await createAccount({ creditMicro: 1_000_000n });
    await admitPrompt(promptOf(userId, 'Kept [[sandbox: text="a" pace=0]]'));
    await transaction((tx) => trashAllConversations(tx, userId));
    expect(await listPlaygrounds(AUTOCOMMIT, userId)).toHaveLength(1);
    expect(await erasePlaygrounds(userId, 100)).toBe(3);
    expect(await listPlaygrounds(AUTOCOMMIT, userId)).toEqual([]);
  });
});
