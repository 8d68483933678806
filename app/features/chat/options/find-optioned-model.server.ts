import type { EndpointFacts } from '#app/contracts/endpoints/facts.ts';
import { factsOf, type Endpoint } from '#app/contracts/endpoints/table.ts';
import { AppError } from '#app/contracts/errors.ts';
import { findReplyModel } from '#app/core/catalogue/find-model.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

/**
 * The model that a name leads to, with the endpoint whose options it has.
 * @throws AppError model_not_found also for a model that answers with pictures or videos: those have none
 */
export async function findOptionedModel(
  name: string,
): Promise<{ id: string; endpoint: Endpoint; facts: EndpointFacts }> {
  const { id, endpoint, makes } = await findReplyModel(AUTOCOMMIT, name);
  const facts = factsOf(endpoint);
  if (!facts || makes !== 'text') throw new AppError('model_not_found', { param: 'model' });
  return { id, endpoint, facts };
}
