import { AppError } from '#app/contracts/errors.ts';
import { chatRequest } from '#app/contracts/openai/chat-request.ts';
import type { Pair, PlaygroundOptions } from '#app/contracts/playground/playground.ts';
import { keepRequest } from '#app/core/generation/record/request-file.ts';
import { readHistory } from '#app/core/playground/read-history.ts';
import { planAsked } from '#app/core/tasks/chat/price-call.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { payingAccount } from './paying-account.ts';
import { planPriced, type Plan } from './plan.ts';

/** An answer that a pair is to give to a prompt of the playground. */
export interface CellAsk {
  cellId: string;
  generationId: string;
  playgroundId: string;
  userId: string;
  requestId: string;
  pair: Pair;
  text: string;
  options: PlaygroundOptions;
  /** Position of its prompt, where that is not the last; null for a new one. */
  position: number | null;
}

/**
 * Checks, routes and prices an answer: by this provider of the model alone, with the pair's own earlier answers before
 * the prompt.
 * @throws AppError conflict while its last answer still grows, and for everything that cannot be asked
 */
export async function planCell(ask: CellAsk, at = new Date()): Promise<Plan> {
  const { pair, userId, playgroundId, position } = ask;
  const turns = await readHistory(AUTOCOMMIT, { ...pair, playgroundId, before: position });
  if (turns.at(-1)?.isOpen)
    throw new AppError('conflict', { param: 'conversationId', message: 'The answer before still grows.' });
  const said = turns.flatMap(({ prompt, answer }) =>
    // An answer that failed before its first word has nothing to say to the model.
    answer === ''
      ? []
      : [
          { role: 'user', content: prompt },
          { role: 'assistant', content: answer },
        ],
  );
  const body = chatRequest.parse({
    ...ask.options,
    model: pair.model,
    messages: [...said, { role: 'user', content: ask.text }],
    stream: true,
    provider: { only: [pair.provider], allow_fallbacks: false },
  });
  const asked = { body, userId, key: { models: null }, defaultModel: null };
  const asker = {
    id: ask.generationId,
    target: 'cell',
    task: 'chat',
    userId,
    requestId: ask.requestId,
    conversationId: playgroundId,
    replyMessageId: ask.cellId,
    endpoint: 'playground',
  };
  const plan = planPriced(await planAsked(asked, at), asker, null);
  plan.generation.accountId = await payingAccount(plan);
  // Before the row, which must never point to nothing.
  plan.generation.request = await keepRequest(plan.generation);
  return plan;
}
