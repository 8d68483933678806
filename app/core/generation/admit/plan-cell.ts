import { keepRequest } from '#app/core/generation/record/request-file.ts';
import type { CellAsk } from './cells/ask.ts';
import { priceQuestion } from './cells/price-question.ts';
import { payingAccount } from './paying-account.ts';
import { planPriced, type Plan } from './plan.ts';

/**
 * Checks, routes and prices an answer, and makes ready what is admitted for it.
 * @throws AppError as `priceQuestion`
 */
export async function planCell(ask: CellAsk, at = new Date()): Promise<Plan> {
  const { task, planned } = await priceQuestion(ask, at);
  const asker = {
    id: ask.generationId,
    target: 'cell',
    task,
    userId: ask.userId,
    requestId: ask.requestId,
    conversationId: ask.playgroundId,
    replyMessageId: ask.cellId,
    endpoint: 'playground',
  };
  const plan = planPriced(planned, asker, null);
  plan.generation.accountId = await payingAccount(plan);
  // Before the row, which must never point to nothing.
  plan.generation.request = await keepRequest(plan.generation);
  return plan;
}
