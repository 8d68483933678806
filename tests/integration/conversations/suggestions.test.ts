import { afterAll, beforeAll, expect, it } from 'vitest';
import { findConversation } from '#app/core/conversations/conversations.ts';
import { listMessages } from '#app/core/conversations/messages/stored-messages.ts';
import { readBranch } from '#app/core/conversations/shown-branch.ts';
import { applyEvent } from '#app/core/generation/run/events.ts';
import { takeOver } from '#app/core/generation/run/continuation/handover.ts';
import { RunningReply } from '#app/core/generation/stream/running-reply.ts';
import { config } from '#app/core/platform/config.ts';
import { closeQueue, openQueue } from '#app/core/queue/enqueue.ts';
import { describeConversation } from '#app/core/targets/message/conversation.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { admitSend } from '#tests/factories/admit-send.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { generationOf } from '#tests/fixtures/generation-row.ts';
import { conclude, appendOutput, stopHeart, takeRun, type Hand } from '#tests/fixtures/hand-worker.ts';
import { sweepUntil } from '#tests/fixtures/sweep-until.ts';
import { useUnservedModel } from '#tests/setup/unserved-model.ts';

useUnservedModel();
beforeAll(() => openQueue(config().REDIS_URL));
afterAll(() => closeQueue());

const TEXTS = ['Tell me more', 'Why?'];

async function newPerson() {
  const { userId } = await createAccount({ creditMicro: 1_000_000n });
  /** Reads the conversation, and the suggestions of its last message. */
  const read = async (conversationId: string) => {
    const found = await findConversation(AUTOCOMMIT, { userId, conversationId });
    const told = (await describeConversation(AUTOCOMMIT, found)) as unknown as Record<string, unknown>;
    const { messages } = await readBranch(AUTOCOMMIT, { conversation: found });
    return [told['suggestions'], messages.at(-1)?.suggestions];
  };
  return { userId, read };
}

const suggest = ({ reply, worker }: Hand, texts = TEXTS) =>
  applyEvent(reply, { type: 'suggestions', texts }, worker);

it('suggestions of a service are stored with their reply, and shown until the conversation continues', async () => {
  const { userId, read } = await newPerson();
  const { id, conversationId, replyMessageId } = await admitSend(userId);
  const at = conversationId!;
  expect(await read(at)).toEqual([[], []]);
  const hand = await takeRun(id, 1);
  suggest(hand, [...TEXTS, ' Why? ', 'x'.repeat(201)]);
  expect(hand.reply.hasOutput).toBe(false);
  expect(hand.reply.isUsageBehind).toBe(false);
  await conclude(hand, 'They flow.');
  expect(await read(at)).toEqual([TEXTS, TEXTS]);
  const next = await admitSend(userId, TEXTS[0], { conversationId: at, parentMessageId: replyMessageId });
  expect(await read(at)).toEqual([[], []]);
  await conclude(await takeRun(next.id, 1), 'More.');
  expect(await read(at)).toEqual([[], []]);
  // The owner's download has the earlier ones.
  const { messages } = await listMessages(AUTOCOMMIT, { conversationId: at });
  expect(messages.map(({ suggestions }) => suggestions)).toEqual([[], TEXTS, [], []]);
});

it('they survive the loss of a worker: the process that closes or continues its run stores them', async () => {
  const { userId, read } = await newPerson();
  const { id, conversationId } = await admitSend(userId);
  const hand = await takeRun(id, 1);
  suggest(hand);
  await appendOutput(hand, 'They fl');
  const other = new RunningReply({ ...(await generationOf(id)), attempt: 2 });
  expect(await takeOver(other)).toBe(true);
  expect(other.suggestions).toEqual(TEXTS);
  await stopHeart(hand);
  await sweepUntil(id, 'interrupted');
  expect(await read(conversationId!)).toEqual([TEXTS, TEXTS]);
});

it('another reply that replaces it has none of them', async () => {
  const { userId, read } = await newPerson();
  const { id, conversationId, promptMessageId, replyMessageId } = await admitSend(userId);
  const hand = await takeRun(id, 1);
  suggest(hand);
  await conclude(hand, 'They flow');
  const at = conversationId!;
  const more = await admitSend(userId, '', {
    mode: 'continue',
    conversationId: at,
    parentMessageId: replyMessageId,
  });
  expect(await read(at)).toEqual([[], []]);
  await conclude(await takeRun(more.id, 1), ' to the sea.');
  const again = await admitSend(userId, '', {
    mode: 'regenerate',
    conversationId: at,
    parentMessageId: promptMessageId,
  });
  await conclude(await takeRun(again.id, 1), 'They run.');
  expect(await read(at)).toEqual([[], []]);
});
