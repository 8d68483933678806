import { AppError } from '#app/contracts/errors.ts';
import { newGeneration } from '#app/core/generation/record/new-generation.ts';
import type { ApiCall } from '#app/core/targets/call/api-call.ts';
import { firstStepOf } from '#app/core/tasks/price/hold-step.ts';
import {
  dearestEstimate,
  toCandidate,
  type PricedCandidate,
} from '#app/core/tasks/price/priced-candidate.ts';
import { taskOf } from '#app/core/tasks/table.ts';
import type { Plan } from './plan.ts';

/** Checks, routes and prices a call. @throws AppError for everything that cannot be asked */
export async function planCall(call: ApiCall, at = new Date()): Promise<Plan> {
  const task = taskOf(call);
  if (!task.planCall) throw new AppError('not_found');
  const { priced, request, delivery, choices } = await task.planCall(call, at);
  const { candidates, routing } = priced;
  const estimate = dearestEstimate(candidates);
  const [{ offer: first }] = candidates as [PricedCandidate];
  return {
    append: null,
    key: call.key,
    estimate,
    firstStep: firstStepOf(candidates, { delivery, choices }),
    generation: newGeneration({
      id: call.generationId,
      target: 'call',
      task: task.name,
      userId: call.userId,
      applicationId: call.key.applicationId,
      apiKeyId: call.key.id,
      requestId: call.requestId,
      requestHash: call.requestHash,
      endpoint: 'api',
      provider: first.provider,
      model: first.modelId,
      upstreamModel: first.upstreamModel,
      priceId: first.price.id,
      maxOutputTokens: estimate.wantedOutput,
      estimatedPromptTokens: estimate.promptTokens,
      route: candidates.map(toCandidate),
      routing,
      delivery,
      request: JSON.stringify(request),
    }),
  };
}
