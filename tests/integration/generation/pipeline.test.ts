import { describe, expect, it } from 'vitest';
import { costOf } from '#app/contracts/cost.ts';
import { START_CURSOR, type NumberedEvent, type ReplyCursor } from '#app/contracts/generation.ts';
import type { TokenUsage } from '#app/contracts/money.ts';
import type { AdmittedReply } from '#app/contracts/send.ts';
import { forgetSnapshot } from '#app/core/catalogue/snapshot.ts';
import { toChatMessage } from '#app/core/conversations/messages/message.ts';
import { findMessage } from '#app/core/conversations/messages/stored-messages.ts';
import { admitMessage } from '#app/core/generation/admit/message.ts';
import { quoteMessage } from '#app/core/generation/plan/message.ts';
import { stopReply } from '#app/core/generation/recover/stop.ts';
import { readReply } from '#app/core/generation/stream/reader.ts';
import { change, selectRow, selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { chatSend } from '#tests/factories/chat-send.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { TEST_PRICE } from '#tests/factories/create-model.ts';
import { moneyOf } from '#tests/fixtures/ledger-sums.ts';
import { sandboxGate } from '#tests/fixtures/sandbox-gate.ts';
import { useEngine } from '#tests/setup/engine.ts';

const engine = useEngine();
const CREDIT = 1_000_000n;
const gateAt = (name: string) => sandboxGate(engine.sandbox().url, name);

async function readAll(generationId: string, cursor: ReplyCursor = START_CURSOR): Promise<NumberedEvent[]> {
  const events: NumberedEvent[] = [];
  for await (const event of readReply({ generationId, cursor, signal: AbortSignal.timeout(90_000) }))
    events.push(event);
  return events;
}

function textOf(events: NumberedEvent[]): string {
  return events.map(({ event }) => (event.type === 'text' ? event.text : '')).join('');
}

async function storedReply(userId: string, admitted: AdmittedReply) {
  const { conversationId, reply } = admitted;
  return toChatMessage(await findMessage(AUTOCOMMIT, { userId, conversationId, messageId: reply.messageId }));
}

describe('the path of a generation', () => {
  it('stores, streams, charges and titles a first message', async () => {
    const { userId } = await createAccount({ creditMicro: CREDIT });
    const admitted = await admitMessage(chatSend(userId, 'Tell me about rivers [[sandbox: length=40]]'));
    expect(admitted.reply).toMatchObject({ text: '', submitting: true, isCreatedByUser: false });
    const events = await readAll(admitted.generationId);
    const end = events.at(-1)!.event;
    expect(end).toMatchObject({ type: 'end', state: 'done', finishReason: 'stop', errorCode: null });
    const stored = await storedReply(userId, admitted);
    expect(stored.text).toBe(textOf(events));
    expect(stored.text.length).toBeGreaterThan(40);
    expect(stored).toMatchObject({ submitting: false, unfinished: false, finish_reason: 'stop' });
    const usage = (await selectRow<Record<string, number>>(
      AUTOCOMMIT,
      `SELECT prompt_tokens AS promptTokens, cached_tokens AS cachedTokens, completion_tokens AS completionTokens,
         reasoning_tokens AS reasoningTokens FROM generations WHERE id = ?`,
      [admitted.generationId],
    )) as unknown as TokenUsage;
    expect(usage.completionTokens).toBe(40);
    const cost = costOf(usage, TEST_PRICE, new Date()).micro;
    expect(stored.costMicro).toBe(cost.toString());
    expect(await moneyOf(userId)).toEqual({
      balance: CREDIT - cost,
      held: 0n,
      entries: CREDIT - cost,
      holds: 0n,
    });
    const titleOf = () =>
      selectRow<{ title: string; title_source: string }>(
        AUTOCOMMIT,
        'SELECT title, title_source FROM conversations',
      );
    await expect.poll(async () => (await titleOf())?.title_source).toBe('model');
    expect((await titleOf())!.title.length).toBeGreaterThan(2);
    // The title was at the operator's expense: nothing more was charged.
    expect((await moneyOf(userId)).balance).toBe(CREDIT - cost);
  });

  it('gives every reader the same text, from any cursor, live and afterwards', async () => {
    const { userId } = await createAccount({ creditMicro: CREDIT });
    const { generationId } = await admitMessage(chatSend(userId, 'Hello [[sandbox: length=60 pace=5]]'));
    const [first, second] = await Promise.all([readAll(generationId), readAll(generationId)]);
    const text = textOf(first);
    expect(textOf(second)).toBe(text);
    // Each piece begins where the previous one ended, whether it came from the log or the row.
    let end = 0;
    for (const { event } of first) {
      if (event.type !== 'text') continue;
      expect(event.at).toBe(end);
      end += event.text.length;
    }
    const numbers = first.map(({ number }) => number);
    expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
    let have = { ...START_CURSOR };
    for (const { number, event } of first) {
      if (event.type !== 'text') break;
      have = { number, text: event.at + event.text.length, thinking: 0 };
      expect(text.slice(0, have.text) + textOf(await readAll(generationId, have))).toBe(text);
    }
  });

  it('answers a send with the same data as the database has then', async () => {
    const { userId } = await createAccount({ creditMicro: CREDIT });
    const send = chatSend(userId, 'Look [[sandbox: length=5 gate=1]]', { clientMessageId: 'form-2' });
    const written = await admitMessage({ ...send });
    expect(written.repeated).toBe(false);
    // The repeat finds the rows and reads them.
    expect(await admitMessage({ ...send })).toEqual({ ...written, repeated: true });
    await stopReply(AUTOCOMMIT, { userId, conversationId: written.conversationId });
  });

  it('accepts the same send once, however often and concurrently it arrives', async () => {
    const { userId } = await createAccount({ creditMicro: CREDIT });
    const send = chatSend(userId, 'Once [[sandbox: length=5]]', { clientMessageId: 'form-1' });
    const admitted = await Promise.all(Array.from({ length: 20 }, () => admitMessage({ ...send })));
    expect(new Set(admitted.map((one) => one.generationId)).size).toBe(1);
    expect(admitted.filter((one) => !one.repeated)).toHaveLength(1);
    await readAll(admitted[0]!.generationId);
    const again = await admitMessage({ ...send });
    expect(again).toMatchObject({ repeated: true, generationId: admitted[0]!.generationId });
    const other = await admitMessage({ ...send, text: 'Another text [[sandbox: length=5]]' });
    expect(other.repeated).toBe(false);
    await readAll(other.generationId);
    // Of this account alone: a run of another test may be charged meanwhile.
    const rows = await selectRows(
      AUTOCOMMIT,
      `SELECT e.id FROM ledger_entries e JOIN accounts a ON a.id = e.account_id
       WHERE e.kind = 'charge' AND a.user_id = ?`,
      [userId],
    );
    expect(rows).toHaveLength(2);
  });

  it('stops, stores the output, charges for it, and closes the connection to the provider', async () => {
    const { userId } = await createAccount({ creditMicro: CREDIT });
    const text = 'Long [[sandbox: length=4000 pace=0 gate=stop hold=20]]';
    const admitted = await admitMessage(chatSend(userId, text));
    const reading = readAll(admitted.generationId);
    await expect.poll(gateAt('stop').waiting).toBe(1);
    expect(await stopReply(AUTOCOMMIT, { userId, conversationId: admitted.conversationId })).toBe(
      admitted.generationId,
    );
    const events = await reading;
    expect(events.at(-1)!.event).toMatchObject({ type: 'end', state: 'stopped', finishReason: 'incomplete' });
    const stored = await storedReply(userId, admitted);
    expect(stored.text).toBe(textOf(events));
    expect(stored.text).not.toBe('');
    expect(stored).toMatchObject({ cancelled: true, unfinished: false });
    expect(BigInt(stored.costMicro!)).toBeGreaterThan(0n);
    // The call for the title of another test's chat may be there too.
    const request = () =>
      engine
        .sandbox()
        .requests()
        .find(({ body }) => JSON.stringify(body).includes('gate=stop'));
    await expect.poll(() => request()?.closedAt ?? 0).toBeGreaterThan(0);
    // One more may be in transit when the connection is closed.
    expect(request()!.tokens).toBeLessThanOrEqual(21);
  });

  it('refuses a send that the money does not cover, and holds nothing', async () => {
    const { userId } = await createAccount({ creditMicro: 100n });
    await expect(admitMessage(chatSend(userId, 'Too dear'))).rejects.toMatchObject({
      code: 'token_balance',
      params: { available: '100' },
    });
    expect(await moneyOf(userId)).toMatchObject({ balance: 100n, held: 0n, holds: 0n });
    expect(await selectRows(AUTOCOMMIT, 'SELECT id FROM messages')).toHaveLength(0);
  });

  it('lowers the limit to the covered length, and never holds more than half of the money', async () => {
    const { userId } = await createAccount({ creditMicro: 20_000n });
    const admitted = await admitMessage(chatSend(userId, 'Hi [[sandbox: length=5]]'));
    expect(admitted.capLowered).toBe(true);
    expect(BigInt(admitted.heldMicro)).toBeLessThanOrEqual(10_000n);
    expect(admitted.maxOutputTokens).toBeGreaterThanOrEqual(256);
    await readAll(admitted.generationId);
    expect((await moneyOf(userId)).held).toBe(0n);
  });

  it('regenerates beside the first answer, continues a reply, and edits into a new branch', async () => {
    const { userId } = await createAccount({ creditMicro: CREDIT });
    const first = await admitMessage(chatSend(userId, 'Go [[sandbox: length=20 finish=length]]'));
    await readAll(first.generationId);
    const at = { conversationId: first.conversationId };
    const again = await admitMessage(
      chatSend(userId, '', { ...at, mode: 'regenerate', parentMessageId: first.prompt.messageId }),
    );
    await readAll(again.generationId);
    expect(again.reply.parentMessageId).toBe(first.prompt.messageId);
    const before = await storedReply(userId, again);
    expect(before.finish_reason).toBe('length');
    const more = await admitMessage(
      chatSend(userId, '', { ...at, mode: 'continue', parentMessageId: again.reply.messageId }),
    );
    expect(more.reply.messageId).toBe(again.reply.messageId);
    const events = await readAll(more.generationId);
    const after = await storedReply(userId, more);
    expect(after.text.startsWith(before.text)).toBe(true);
    expect(after.text.length).toBeGreaterThan(before.text.length);
    expect(textOf(events)).toBe(after.text);
    const edited = await admitMessage(
      chatSend(userId, 'Changed [[sandbox: length=3]]', {
        ...at,
        mode: 'edit',
        parentMessageId: first.prompt.parentMessageId,
      }),
    );
    await readAll(edited.generationId);
    const siblings = await selectRows(AUTOCOMMIT, 'SELECT id FROM messages WHERE parent_id = ?', [
      first.prompt.parentMessageId,
    ]);
    expect(siblings).toHaveLength(2);
    const { balance, entries, held } = await moneyOf(userId);
    expect([balance, held]).toEqual([entries, 0n]);
  });

  it('quotes the hold', async () => {
    const { userId } = await createAccount({ creditMicro: CREDIT });
    const send = chatSend(userId, 'Hello there [[sandbox: length=3]]', {
      parameters: { maxOutputTokens: 100 },
    });
    const quote = await quoteMessage(send);
    const admitted = await admitMessage(send);
    expect(admitted.heldMicro).toBe(quote.mostMicro);
    expect(admitted.maxOutputTokens).toBe(100);
    await readAll(admitted.generationId);
  });

  it('ends a run whose price row is gone, at the operator’s expense', async () => {
    const { userId } = await createAccount({ creditMicro: CREDIT });
    const admitted = await admitMessage(chatSend(userId, 'Hi [[sandbox: length=5 gate=price]]'));
    await expect.poll(gateAt('price').waiting).toBe(1);
    await change(AUTOCOMMIT, 'DELETE FROM offer_prices');
    forgetSnapshot();
    await gateAt('price').open();
    const events = await readAll(admitted.generationId);
    expect(events.at(-1)!.event).toMatchObject({ type: 'end', state: 'done', costMicro: '0' });
    expect(await moneyOf(userId)).toEqual({ balance: CREDIT, held: 0n, entries: CREDIT, holds: 0n });
  });

  it('finds nothing of another user', async () => {
    const { userId } = await createAccount({ creditMicro: CREDIT });
    const stranger = await createAccount({ creditMicro: CREDIT });
    const admitted = await admitMessage(chatSend(userId, 'Mine [[sandbox: length=2]]'));
    await readAll(admitted.generationId);
    const { conversationId } = admitted;
    await expect(admitMessage(chatSend(stranger.userId, 'Yours', { conversationId }))).rejects.toMatchObject({
      code: 'not_found',
    });
    expect(await stopReply(AUTOCOMMIT, { userId: stranger.userId, conversationId })).toBeNull();
  });
});
