import { expect, it } from 'vitest';
import type { AdmittedReply } from '#app/contracts/send.ts';
import { admitMessage } from '#app/core/generation/admit/message.ts';
import { selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { chatSend } from '#tests/factories/chat-send.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { useEngine } from '#tests/setup/engine.ts';

useEngine();

interface Run {
  target: string;
  state: string;
  charged_micro: string | null;
}

/** All runs of a conversation, once they have ended. */
async function endedRuns({ conversationId }: AdmittedReply, replies: number): Promise<Run[]> {
  const read = () =>
    selectRows<Run>(
      AUTOCOMMIT,
      'SELECT target, state, charged_micro FROM generations WHERE conversation_id = ?',
      [conversationId],
    );
  await expect
    .poll(async () => {
      const runs = await read();
      if ((await selectRows(AUTOCOMMIT, 'SELECT id FROM follow_ups')).length > 0) return false;
      const isOver = runs.every(({ state }) => state !== 'queued' && state !== 'running');
      return isOver && runs.filter(({ target }) => target === 'message').length === replies;
    })
    .toBe(true);
  return read();
}

it('requests a title once, however often the first message is answered, and charges nothing for it', async () => {
  const { userId } = await createAccount({ creditMicro: 1_000_000n });
  const first = await admitMessage(chatSend(userId, 'Rivers [[sandbox: length=5]]'));
  await endedRuns(first, 1);
  const again = (count: number) =>
    Promise.all(
      Array.from({ length: count }, () =>
        admitMessage(
          chatSend(userId, '', {
            mode: 'regenerate',
            conversationId: first.conversationId,
            parentMessageId: first.reply.parentMessageId,
          }),
        ),
      ),
    );
  await again(1);
  await endedRuns(first, 2);
  await again(2);
  const runs = await endedRuns(first, 4);
  const titles = runs.filter(({ target }) => target === 'title');
  expect(titles).toEqual([{ target: 'title', state: 'done', charged_micro: '0' }]);
});
