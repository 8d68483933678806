import { describe, expect, it } from 'vitest';
import type { ChatSend } from '#app/contracts/send.ts';
import { admitMessage } from '#app/core/generation/admit/message.ts';
import { admitInBatch } from '#app/core/generation/admit/batch.ts';
import { planMessage, quoteMessage } from '#app/core/generation/plan/message.ts';
import type { MessagePlan } from '#app/core/generation/plan/plan.ts';
import { stopReply } from '#app/core/generation/recover/stop.ts';
import { findAccount } from '#app/core/ledger/accounts.ts';
import { selectRow, selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { chatSend } from '#tests/factories/chat-send.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { sandboxGate } from '#tests/fixtures/sandbox-gate.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { IS_FULL } from '#tests/setup/suite.ts';

const engine = useEngine();

/**
 * A reply that its provider refuses at last: its money stays held until it is stopped, and none of it is
 * charged.
 */
const SILENT = 'Say nothing [[sandbox: door=closed fault=500]]';

async function accountRow(userId: string): Promise<{ balance: bigint; held: bigint }> {
  const account = await findAccount(AUTOCOMMIT, userId);
  return { balance: account!.balanceMicro, held: account!.heldMicro };
}

async function stopAll(userId: string): Promise<void> {
  const rows = await selectRows<{ conversation_id: string }>(
    AUTOCOMMIT,
    `SELECT conversation_id FROM generations WHERE user_id = ?`,
    [userId],
  );
  for (const { conversation_id: conversationId } of rows)
    await stopReply(AUTOCOMMIT, { userId, conversationId });
  const open = () =>
    selectRow(
      AUTOCOMMIT,
      `SELECT COUNT(*) AS n FROM generations WHERE user_id = ? AND state IN ('queued', 'running')`,
      [userId],
    );
  const door = sandboxGate(engine.sandbox().url, 'closed');
  const left = async () => {
    await door.open(0);
    return open();
  };
  await expect.poll(left).toEqual({ n: '0' });
}

const SENDS = IS_FULL ? 1000 : 150;

describe('money under concurrency', () => {
  it('admits exactly the 10 of many sends that the balance pays for with an explicit limit', async () => {
    const send = (userId: string): ChatSend =>
      chatSend(userId, SILENT, { parameters: { maxOutputTokens: 300 } });
    const pricing = await createAccount();
    const each = BigInt((await quoteMessage(send(pricing.userId))).mostMicro);
    const { userId } = await createAccount({ creditMicro: each * 10n + each / 2n });
    const results = await Promise.allSettled(Array.from({ length: SENDS }, () => admitMessage(send(userId))));
    const refused = results.flatMap((result) =>
      result.status === 'rejected' ? [result.reason as { code?: string }] : [],
    );
    expect(results.length - refused.length).toBe(10);
    expect(refused.filter((reason) => reason.code === 'token_balance')).toHaveLength(SENDS - 10);
    expect(await accountRow(userId)).toEqual({ balance: each * 10n + each / 2n, held: each * 10n });
    await stopAll(userId);
    expect(await accountRow(userId)).toEqual({ balance: each * 10n + each / 2n, held: 0n });
  });

  it('never admits one with fewer than 256 tokens if no limit is set', async () => {
    const { userId } = await createAccount({ creditMicro: 30_000n });
    const results = await Promise.allSettled(
      Array.from({ length: 60 }, () => admitMessage(chatSend(userId, SILENT))),
    );
    const admitted = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    expect(admitted.length).toBeGreaterThan(3);
    expect(admitted.length).toBeLessThan(60);
    for (const { maxOutputTokens } of admitted) expect(maxOutputTokens).toBeGreaterThanOrEqual(256);
    const { balance, held } = await accountRow(userId);
    expect(held).toBeLessThanOrEqual(balance);
    expect(held).toBe(admitted.reduce((sum, one) => sum + BigInt(one.heldMicro), 0n));
    await stopAll(userId);
  });

  it('answers 50 callers of one batch separately: 7 too poor, 2 repeated, 1 malformed', async () => {
    const rich = await Promise.all(
      Array.from({ length: 9 }, () => createAccount({ creditMicro: 1_000_000n })),
    );
    const poor = await createAccount({ creditMicro: 10n });
    const plans: { plan: MessagePlan; expected: 'admitted' | 'poor' | 'repeated' | 'malformed' }[] = [];
    const add = async (
      userId: string,
      expected: (typeof plans)[number]['expected'],
      clientMessageId: string | null,
    ) => {
      const plan = await planMessage(chatSend(userId, SILENT, { clientMessageId }));
      plan.generation.accountId = (await findAccount(AUTOCOMMIT, userId))!.id;
      // A row that the database refuses: the provider's name is too long for its column.
      if (expected === 'malformed') plan.generation.provider = 'x'.repeat(100);
      plans.push({ plan, expected });
    };
    for (let n = 0; n < 40; n += 1) await add(rich[n % 9]!.userId, 'admitted', n < 2 ? `repeat-${n}` : null);
    for (let n = 0; n < 7; n += 1) await add(poor.userId, 'poor', null);
    for (let n = 0; n < 2; n += 1) await add(rich[n % 9]!.userId, 'repeated', `repeat-${n}`);
    await add(rich[3]!.userId, 'malformed', null);
    const results = await Promise.allSettled(plans.map(({ plan }) => admitInBatch(plan)));
    const seen = results.map((result) => {
      if (result.status === 'fulfilled') return result.value.repeated ? 'repeated' : 'admitted';
      return (result.reason as { code?: string }).code === 'token_balance' ? 'poor' : 'malformed';
    });
    expect(seen).toEqual(plans.map(({ expected }) => expected));
    const rows = await selectRows(AUTOCOMMIT, 'SELECT id FROM generations');
    const holds = await selectRows(AUTOCOMMIT, 'SELECT reference FROM holds');
    const prompts = await selectRows(AUTOCOMMIT, 'SELECT id FROM messages WHERE is_created_by_user = 1');
    expect([rows.length, holds.length, prompts.length]).toEqual([40, 40, 40]);
    for (const { userId } of rich) await stopAll(userId);
    for (const { userId } of [...rich, poor]) expect((await accountRow(userId)).held).toBe(0n);
  });
});
