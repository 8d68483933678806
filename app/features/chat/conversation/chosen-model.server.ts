import type { EndpointFacts } from '#app/contracts/endpoints/facts.ts';
import { readModelChoice } from '#app/contracts/endpoints/model-choice.ts';
import { factsOf, type Endpoint } from '#app/contracts/endpoints/table.ts';
import { AppError } from '#app/contracts/errors.ts';
import { findReplyModel, type ReplyModel } from '#app/core/catalogue/models.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

/**
 * Finds the model for a choice of the menu, with its endpoint and the chosen id, which may be the id of a
 * retired model.
 * @throws AppError as `findReplyModel`
 */
export async function findChosenModel(choice: string): Promise<ReplyModel & { chosenId: string }> {
  const { endpoint, model: chosenId } = readModelChoice(choice);
  return { ...(await findReplyModel(AUTOCOMMIT, chosenId, endpoint)), chosenId };
}

/**
 * Finds the model for a choice, with the endpoint that defines its options.
 * @throws AppError model_not_found also for a model that generates images or videos: those have no options
 */
export async function findOptionedModel(
  choice: string,
): Promise<{ id: string; endpoint: Endpoint; facts: EndpointFacts }> {
  const { id, endpoint, makes } = await findChosenModel(choice);
  const facts = factsOf(endpoint);
  if (!facts || makes !== 'text') throw new AppError('model_not_found', { param: 'model' });
  return { id, endpoint, facts };
}
