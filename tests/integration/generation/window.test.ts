import { describe, expect, it } from 'vitest';
import { START_CURSOR } from '#app/contracts/generation.ts';
import type { AdmittedReply, ChatSend } from '#app/contracts/send.ts';
import { toChatMessage } from '#app/core/conversations/messages/message.ts';
import { findMessage } from '#app/core/conversations/messages/stored-messages.ts';
import { admitMessage } from '#app/core/generation/admit/message.ts';
import { quoteMessage } from '#app/core/generation/plan/message.ts';
import { readReply } from '#app/core/generation/stream/reader.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { chatSend } from '#tests/factories/chat-send.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { createModel } from '#tests/factories/create-model.ts';
import { useEngine } from '#tests/setup/engine.ts';

const engine = useEngine();
const NARROW = 'sandbox/narrow';
const FILLING = 'cedar '.repeat(40);

/** A user who talks with a model whose context window fits few of these turns. */
async function talker() {
  await createModel({ id: NARROW, contextTokens: 400 });
  const { userId } = await createAccount({ creditMicro: 1_000_000n });
  let last: AdmittedReply | null = null;
  const next = (text: string, more: Partial<ChatSend>): ChatSend =>
    chatSend(userId, text, {
      model: NARROW,
      conversationId: last?.conversationId ?? null,
      parentMessageId: last?.reply.messageId ?? null,
      ...more,
    });
  return {
    userId,
    next,
    async say(text: string, more: Partial<ChatSend> = {}): Promise<AdmittedReply> {
      const admitted: AdmittedReply = await admitMessage(next(text, more));
      last = admitted;
      const { generationId, conversationId, reply } = admitted;
      const signal = AbortSignal.timeout(90_000);
      for await (const _event of readReply({ generationId, cursor: START_CURSOR, signal }));
      const at = { userId, conversationId, messageId: reply.messageId };
      const stored = toChatMessage(await findMessage(AUTOCOMMIT, at));
      expect(stored.omittedMessages).toBe(admitted.reply.omittedMessages);
      return admitted;
    },
  };
}

/** The messages in the last provider call of a conversation, oldest first. */
function shown(): string[] {
  const calls = engine
    .sandbox()
    .requests()
    .map(({ body }) => body as { messages: { role: string; content: string }[] })
    .filter(({ messages }) => messages[0]?.role === 'user');
  return calls.at(-1)!.messages.map(({ content }) => content);
}

const turn = (name: string) => `${name} ${FILLING} [[sandbox: text="Yes, ${name}." pace=0]]`;

describe('a conversation that outgrows the context window of its model', () => {
  it('continues without its oldest turns, and counts them along its own branch', async () => {
    const { say, next } = await talker();
    const first = await say(turn('one'));
    expect(first.reply.omittedMessages).toBe(0);
    const second = await say(turn('two'));
    // Versions beside the branch: they take positions, but do not count as left out.
    await say('', { mode: 'regenerate', parentMessageId: second.prompt.messageId });
    await say('', { mode: 'regenerate', parentMessageId: second.prompt.messageId });
    const names = ['three', 'four', 'five', 'six', 'seven'];
    for (const [index, name] of names.entries()) {
      const before = 2 * (index + 2);
      const quoted = await quoteMessage(next(turn(name), {}));
      const admitted = await say(turn(name));
      const sent = shown();
      expect(sent.at(-1)).toBe(turn(name));
      expect(sent[0]).toMatch(/cedar/);
      expect(admitted.reply.omittedMessages).toBe(before + 1 - sent.length);
      expect(quoted.omittedMessages).toBe(admitted.reply.omittedMessages);
    }
    expect(shown().length).toBeLessThan(2 * (names.length + 2) - 1);
  });

  it('reports that everything was left out when nothing of it fits beside the new message', async () => {
    const { say } = await talker();
    await say(turn('one'));
    await say(`Short. [[sandbox: text="${'pine '.repeat(250)}" pace=0]]`);
    const admitted = await say(turn('two'));
    expect(shown()).toEqual([turn('two')]);
    expect(admitted.reply.omittedMessages).toBe(4);
  });

  it('refuses a message that does not fit alone, also when it is regenerated', async () => {
    const { userId, say } = await talker();
    const long = `${'cedar '.repeat(500)} [[sandbox: length=3 pace=0]]`;
    await expect(admitMessage(chatSend(userId, long, { model: NARROW }))).rejects.toMatchObject({
      code: 'context_length',
    });
    const wide = await say(long, { model: 'sandbox/small' });
    const again = { mode: 'regenerate', parentMessageId: wide.prompt.messageId } as const;
    await expect(say('', again)).rejects.toMatchObject({ code: 'context_length' });
  });
});
