import { AppError } from '#app/contracts/errors.ts';
import type { Admission } from '#app/core/generation/admit/admission.ts';
import { admitInBatch } from '#app/core/generation/admit/batch.ts';
import type { MessagePlan } from '#app/core/generation/plan/plan.ts';
import { planMessage } from '#app/core/generation/plan/message.ts';
import { findAccount } from '#app/core/ledger/accounts.ts';
import { isPassing } from '#app/core/platform/passing-error.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { chatSend } from '#tests/factories/chat-send.ts';
import { createAccount } from '#tests/factories/create-account.ts';

const MAX_RETRIES = 5;

/** Longer than its column. */
export const BAD_PROVIDER = 'x'.repeat(100);

/**
 * The error of the one malformed caller: in its text, found before any lock, or in its row, found by the
 * database.
 */
export type Malformed = 'text' | 'row';

export type Verdict = 'runs' | 'poor' | 'repeated' | 'malformed';

export interface Caller {
  userId: string;
  text: string;
  /** Without one only the generation's own id identifies a repeat. */
  clientMessageId: string | null;
  expected: Verdict;
  badRow: boolean;
}

export interface Answer {
  admission: Admission | null;
  error: Error | null;
  verdict: Verdict;
  /** How often the caller repeated the same send because the database was away for too long. */
  returns: number;
}

/**
 * 50 callers of 10 accounts in order of arrival: 37 of nine rich ones, ten of one that can pay for three, two
 * that repeat an earlier send, and one that is malformed. The last ones send no id of their own.
 */
export async function fiftyCallers(malformed: Malformed): Promise<Caller[]> {
  const rich = await Promise.all(Array.from({ length: 9 }, () => createAccount({ creditMicro: 1_000_000n })));
  const { estimate } = await planMessage(sendOf(rich[0]!.userId, 'Hello', 'price'));
  const each = estimate.wantedMicro;
  const tight = await createAccount({ creditMicro: each * 3n + each / 2n });
  const callers: Caller[] = [];
  const add = (
    { userId }: { userId: string },
    expected: Verdict,
    more: Partial<Caller> = { clientMessageId: `m${callers.length}` },
  ) => callers.push({ userId, text: 'Hello', clientMessageId: 'bad', expected, badRow: false, ...more });
  for (let n = 0; n < 18; n += 1) add(rich[n % 9]!, 'runs');
  for (let n = 0; n < 10; n += 1) add(tight, n < 3 ? 'runs' : 'poor');
  for (let n = 0; n < 2; n += 1) add(rich[n]!, 'repeated', { clientMessageId: `m${n}` });
  add(rich[3]!, 'malformed', malformed === 'row' ? { badRow: true } : { text: '   ' });
  for (let n = 0; n < 19; n += 1) add(rich[n % 9]!, 'runs', { clientMessageId: null });
  return callers;
}

/** Checks and prices a caller's send, as far as it goes without a lock. */
export async function planOf({ userId, text, clientMessageId, badRow }: Caller): Promise<MessagePlan> {
  const plan = await planMessage(sendOf(userId, text, clientMessageId));
  plan.generation.accountId = (await findAccount(AUTOCOMMIT, userId))!.id;
  if (badRow) plan.generation.provider = BAD_PROVIDER;
  return plan;
}

/** Sends with a plan, and repeats the same send for as long as the database is away. */
export async function ask(caller: Caller, plan: Promise<MessagePlan>): Promise<Answer> {
  for (let returns = 0; ; returns += 1) {
    try {
      const admission = await admitInBatch(
        await (returns === 0 || !caller.clientMessageId ? plan : planOf(caller)),
      );
      return { admission, error: null, verdict: admission.repeated ? 'repeated' : 'runs', returns };
    } catch (thrown) {
      const error = thrown as Error;
      const isPoor = error instanceof AppError && error.code === 'token_balance';
      if (!isPassing(error) || returns === MAX_RETRIES)
        return { admission: null, error, verdict: isPoor ? 'poor' : 'malformed', returns };
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

function sendOf(userId: string, text: string, clientMessageId: string | null) {
  return chatSend(userId, text, { clientMessageId, parameters: { maxOutputTokens: 300 } });
}
