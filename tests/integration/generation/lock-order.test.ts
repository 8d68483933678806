import { expect, it } from 'vitest';
import { trashAllConversations } from '#app/core/conversations/trash/trashed-chats.ts';
import { admitMessage } from '#app/core/generation/admit/message.ts';
import { lockAccounts } from '#app/core/ledger/accounts.ts';
import { selectRow } from '#db/sql.ts';
import { AUTOCOMMIT, transaction, type Transaction } from '#db/transaction.ts';
import { chatSend } from '#tests/factories/chat-send.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { lockWaits } from '#tests/fixtures/lock-waits.ts';
import { sandboxGate } from '#tests/fixtures/sandbox-gate.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { IS_FULL } from '#tests/setup/suite.ts';

const engine = useEngine();

interface Person {
  userId: string;
  accountId: string;
  conversationId: string;
}

/** Each locks a row of a user for long; `waitsWith` is part of the statement that waits for it. */
const ROWS = [
  {
    what: 'a settle waits for an account',
    directive: 'text="It is said."',
    hold: (tx: Transaction, { accountId }: Person) => lockAccounts(tx, [accountId]),
    waitsWith: ({ accountId }: Person) => accountId,
  },
  {
    what: 'a hold that is to grow waits for an account',
    directive: 'length=5000 pace=0',
    hold: (tx: Transaction, { accountId }: Person) => lockAccounts(tx, [accountId]),
    waitsWith: ({ accountId }: Person) => accountId,
  },
  {
    what: 'a settle waits for conversations that are being deleted',
    directive: 'text="It is said."',
    hold: (tx: Transaction, { userId }: Person) => trashAllConversations(tx, userId),
    waitsWith: ({ conversationId }: Person) => conversationId,
  },
];

const gateAt = (name: string) => sandboxGate(engine.sandbox().url, name);

/** Heartbeats of a worker, four of them in a lease: if the heartbeat waits as well, there are none. */
const BEATS = IS_FULL ? 8 : 3;

async function runOf(generationId: string) {
  const row = await selectRow<{ state: string; attempt: number; heartbeat_at: Date; text: string }>(
    AUTOCOMMIT,
    `SELECT g.state, g.attempt, g.heartbeat_at, m.text
     FROM generations g LEFT JOIN messages m ON m.id = g.reply_message_id WHERE g.id = ?`,
    [generationId],
  );
  return row!;
}

it.each(ROWS)(
  'keeps the other runs of its worker alive while $what',
  async (row) => {
    const { userId, accountId } = await createAccount({ creditMicro: 1_000_000_000n });
    const kept = await admitMessage(chatSend(userId, `Hello [[sandbox: ${row.directive} gate=kept]]`));
    const person = { userId, accountId, conversationId: kept.conversationId };
    await expect.poll(gateAt('kept').waiting).toBe(1);

    const { userId: neighbour } = await createAccount({ creditMicro: 1_000_000_000n });
    const words = Array.from({ length: 60 }, (_, index) => `word ${index}`).join(', ');
    const other = await admitMessage(
      chatSend(neighbour, `Hello [[sandbox: text="${words}" pace=0 gate=other hold=20]]`),
    );

    await transaction(async (tx) => {
      await row.hold(tx, person);
      await gateAt('kept').open();
      await expect.poll(() => lockWaits(row.waitsWith(person)), { timeout: 60_000 }).toBe(1);
      const beats = new Set<number>();
      // Without heartbeats the sweeper considers the worker dead, and the run has another attempt.
      const isDecided = async () => {
        const { attempt, heartbeat_at } = await runOf(other.generationId);
        beats.add(heartbeat_at.getTime());
        return attempt > 1 || beats.size > BEATS;
      };
      await expect.poll(isDecided, { timeout: 60_000 }).toBe(true);
    });
    await gateAt('other').open();

    const ended = async (id: string) => {
      await expect.poll(async () => (await runOf(id)).state, { timeout: 60_000 }).not.toBe('running');
      return runOf(id);
    };
    expect(await ended(other.generationId)).toMatchObject({ state: 'done', attempt: 1, text: words });
    expect(await ended(kept.generationId)).toMatchObject({ state: 'done', attempt: 1 });
  },
  60_000,
);
