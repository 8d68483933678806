import type { EndpointFacts } from '#app/contracts/endpoints/facts.ts';
import { readModelChoice } from '#app/contracts/endpoints/model-choice.ts';
import { factsOf, type Endpoint } from '#app/contracts/endpoints/table.ts';
import { AppError } from '#app/contracts/errors.ts';
import { findReplyModel, type ReplyModel } from '#app/core/catalogue/models.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

/**
 * The model that a choice of the menu leads to, with its endpoint; `asked` is the id that was chosen, which may be that of
 * a retired one.
 * @throws AppError as `findReplyModel`
 */
export async function findChosenModel(choice: string): Promise<ReplyModel & { asked: string }> {
  const { endpoint, model: asked } = readModelChoice(choice);
  return { ...(await findReplyModel(AUTOCOMMIT, asked, endpoint)), asked };
}

/**
 * The model that a choice leads to, with the endpoint whose options it has.
 * @throws AppError model_not_found also for a model that answers with pictures or videos: those have none
 */
export async function findOptionedModel(
  choice: string,
): Promise<{ id: string; endpoint: Endpoint; facts: EndpointFacts }> {
  const { id, endpoint, makes } = await findChosenModel(choice);
  const facts = factsOf(endpoint);
  if (!facts || makes !== 'text') throw new AppError('model_not_found', { param: 'model' });
  return { id, endpoint, facts };
}
