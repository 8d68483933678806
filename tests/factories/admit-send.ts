import type { ChatSend } from '#app/contracts/send.ts';
import { admitInBatch } from '#app/core/generation/admit/batch.ts';
import { planMessage } from '#app/core/generation/plan/message.ts';
import { payingAccount } from '#app/core/generation/admit/admit.ts';
import type { MessagePlan } from '#app/core/generation/plan/plan.ts';
import { chatSend } from './chat-send.ts';

/** A send of at most 300 tokens, checked and priced, with its paying account. */
export async function planSend(
  userId: string,
  text: string,
  more: Partial<ChatSend> = {},
): Promise<MessagePlan> {
  const plan = await planMessage(chatSend(userId, text, { parameters: { maxOutputTokens: 300 }, ...more }));
  plan.generation.accountId = await payingAccount(plan);
  return plan;
}

/** The same, admitted: queued, without notifying a worker. */
export async function admitSend(
  userId: string,
  text = 'Hello',
  more: Partial<ChatSend> = {},
): Promise<MessagePlan['generation']> {
  const plan = await planSend(userId, text, more);
  await admitInBatch(plan);
  return plan.generation;
}
