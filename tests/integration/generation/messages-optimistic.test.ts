import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { admitAll, admitInBatch } from '#app/core/generation/admit/batch.ts';
import { newId } from '#app/core/platform/ids.ts';
import type { MessagePlan } from '#app/core/generation/plan/plan.ts';
import { closeQueue, openQueue } from '#app/core/queue/enqueue.ts';
import { isGuardFailure } from '#db/optimistic-locking.ts';
import { change, selectRow, selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { planSend } from '#tests/factories/admit-send.ts';
import { createKey } from '#tests/factories/create-key.ts';
import { useUnservedModel } from '#tests/setup/unserved-model.ts';

useUnservedModel();

beforeAll(() => openQueue(process.env.REDIS_URL!));
afterAll(closeQueue);

const newUser = async () => (await createKey({ creditMicro: 100_000_000n })).userId;

/** Admits optimistically. @returns null if a guard fails */
async function optimistic(plans: MessagePlan[]) {
  try {
    return await admitAll(plans, { locking: 'optimistic', repeated: false, onWritten: () => undefined });
  } catch (error) {
    if (isGuardFailure(error)) return null;
    throw error;
  }
}

/** A conversation of one message, whose reply has ended without running. */
async function begin(userId: string) {
  const plan = await planSend(userId, 'First');
  expect(await optimistic([plan])).toMatchObject([{ ok: true, value: { repeated: false } }]);
  await change(AUTOCOMMIT, `UPDATE messages SET finish_reason = 'stop', unfinished = 0 WHERE id = ?`, [
    plan.append.reply.id,
  ]);
  return { conversationId: plan.append.conversation.id, parentMessageId: plan.append.reply.id };
}

const messagesOf = (conversationId: string) =>
  selectRows<{ id: string; parent_id: string; position: number; chosen_child_id: string | null }>(
    AUTOCOMMIT,
    'SELECT id, parent_id, position, chosen_child_id FROM messages WHERE conversation_id = ? ORDER BY position',
    [conversationId],
  );

const conversationOf = (id: string) =>
  selectRow<{ next_position: number; leaf_id: string; chosen_root_id: string; options: string | null }>(
    AUTOCOMMIT,
    'SELECT next_position, leaf_id, chosen_root_id, options FROM conversations WHERE id = ?',
    [id],
  );

describe('a message that is admitted without a look at its conversation', () => {
  it('is written after those that were there, as the shown branch', async () => {
    const userId = await newUser();
    const at = await begin(userId);
    const [root] = await messagesOf(at.conversationId);
    const plan = await planSend(userId, 'Second', at);
    expect(await optimistic([plan])).not.toBeNull();
    const { append } = plan;
    const rows = await messagesOf(at.conversationId);
    expect(rows.map(({ position }) => position)).toEqual([1, 2, 3, 4]);
    expect(rows[1]).toMatchObject({ id: at.parentMessageId, chosen_child_id: append.prompt!.id });
    expect(rows[2]).toMatchObject({ id: append.prompt!.id, parent_id: at.parentMessageId });
    expect(await conversationOf(at.conversationId)).toMatchObject({
      next_position: 5,
      leaf_id: append.reply.id,
      chosen_root_id: root!.id,
    });
  });

  it('shares its transaction with messages of other conversations and of the same one', async () => {
    const [one, other] = await Promise.all([newUser(), newUser()]);
    const [at, elsewhere] = [await begin(one), await begin(other)];
    const plans = [
      await planSend(one, 'Left', { ...at, parameters: { maxOutputTokens: 200 } }),
      await planSend(one, 'Right', { ...at, parameters: { maxOutputTokens: 100 } }),
      await planSend(other, 'Elsewhere', elsewhere),
      await planSend(one, 'New'),
    ];
    expect(await optimistic(plans)).toHaveLength(4);
    expect((await messagesOf(at.conversationId)).map(({ position }) => position)).toEqual([1, 2, 3, 4, 5, 6]);
    // The last of them is shown, and its options are stored.
    const [, right, third] = plans;
    const shown = await conversationOf(at.conversationId);
    expect(shown).toMatchObject({ next_position: 7, leaf_id: right!.append.reply.id });
    expect(JSON.parse(shown!.options!)).toEqual({ maxOutputTokens: 100 });
    expect((await messagesOf(at.conversationId))[1]!.chosen_child_id).toBe(right!.append.prompt!.id);
    expect(await conversationOf(elsewhere.conversationId)).toMatchObject({
      next_position: 5,
      leaf_id: third!.append.reply.id,
    });
  });

  it('leaves nothing behind if the conversation has a new message, and is then written after it', async () => {
    const userId = await newUser();
    const at = await begin(userId);
    const [late, early] = [await planSend(userId, 'Late', at), await planSend(userId, 'Early', at)];
    expect(await optimistic([early])).not.toBeNull();
    expect(await optimistic([late])).toBeNull();
    expect(await messagesOf(at.conversationId)).toHaveLength(4);
    expect(await admitInBatch(late)).toMatchObject({ repeated: false });
    expect((await messagesOf(at.conversationId)).map(({ position }) => position)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('is written by one of two transactions at the same moment, although they lock no account', async () => {
    const userId = await newUser();
    for (let round = 0; round < 5; round += 1) {
      const at = await begin(userId);
      const plans = await Promise.all(['Left', 'Right'].map((text) => planSend(userId, text, at)));
      for (const { generation } of plans) generation.accountId = null;
      const written = await Promise.all(plans.map((plan) => optimistic([plan])));
      expect(written.filter((one) => one !== null)).toHaveLength(1);
      expect((await messagesOf(at.conversationId)).map(({ position }) => position)).toEqual([1, 2, 3, 4]);
      await change(AUTOCOMMIT, `UPDATE generations SET state = 'done' WHERE user_id = ?`, [userId]);
    }
  });

  it('leaves nothing behind if the conversation is gone, and is refused', async () => {
    const userId = await newUser();
    const at = await begin(userId);
    const plan = await planSend(userId, 'Too late', at);
    await change(AUTOCOMMIT, 'DELETE FROM conversations WHERE id = ?', [at.conversationId]);
    expect(await optimistic([plan])).toBeNull();
    await expect(admitInBatch(plan)).rejects.toMatchObject({ code: 'not_found', param: 'conversationId' });
    expect(await messagesOf(at.conversationId)).toHaveLength(2);
  });

  it('is written once although it is sent twice', async () => {
    const userId = await newUser();
    const twice = { clientMessageId: 'the-same' };
    const [first, second] = [await planSend(userId, 'Once', twice), await planSend(userId, 'Once', twice)];
    expect(await optimistic([first])).not.toBeNull();
    expect(await optimistic([second])).toBeNull();
    expect(await admitInBatch(second)).toEqual({
      generationId: first.generation.id,
      repeated: true,
      granted: null,
      storedAt: null,
    });
  });
});

it('a file that does not exist is refused before a reply that is in progress', async () => {
  const userId = await newUser();
  const begun = await planSend(userId, 'First');
  expect(await optimistic([begun])).not.toBeNull();
  const { conversation, reply } = begun.append;
  const at = { conversationId: conversation.id, parentMessageId: reply.id };
  await expect(planSend(userId, 'Second', at)).rejects.toMatchObject({ code: 'conflict' });
  const withFile = planSend(userId, 'Second', { ...at, files: [newId()] });
  await expect(withFile).rejects.toMatchObject({ code: 'not_found' });
});
