import type { EndpointFacts } from '#app/contracts/endpoints/facts.ts';
import { factsOf, type Endpoint } from '#app/contracts/endpoints/table.ts';
import { AppError } from '#app/contracts/errors.ts';
import { findChosenModel } from '../find-chosen-model.server.ts';

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
