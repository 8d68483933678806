import type { ChatSend } from '#app/contracts/send.ts';
import { admitInBatch } from '#app/core/generation/admit/admit.ts';
import { planChat } from '#app/core/generation/admit/chat-plan.ts';
import { payingAccount, type ChatPlan } from '#app/core/generation/admit/plan.ts';
import { chatSend } from './chat-send.ts';

/** A send of at most 300 tokens, checked and priced, with its paying account. */
export async function planSend(
  userId: string,
  text: string,
  more: Partial<ChatSend> = {},
): Promise<ChatPlan> {
  const plan = await planChat(chatSend(userId, text, { parameters: { maxOutputTokens: 300 }, ...more }));
  plan.generation.accountId = await payingAccount(plan);
  return plan;
}

/** The same, admitted: queued, without notifying a worker. */
export async function admitSend(
  userId: string,
  text = 'Hello',
  more: Partial<ChatSend> = {},
): Promise<ChatPlan['generation']> {
  const plan = await planSend(userId, text, more);
  await admitInBatch(plan);
  return plan.generation;
}
