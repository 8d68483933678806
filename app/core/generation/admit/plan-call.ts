import { AppError } from '#app/contracts/errors.ts';
import type { ApiCall } from '#app/core/targets/api-call.ts';
import { taskOf } from '#app/core/tasks/table.ts';
import { planPriced, type Plan } from './plan.ts';

/** Checks, routes and prices a call. @throws AppError for everything that cannot be asked */
export async function planCall(call: ApiCall, at = new Date()): Promise<Plan> {
  const task = taskOf(call);
  if (!task.planCall) throw new AppError('not_found');
  const asker = {
    id: call.generationId,
    target: call.target,
    task: task.name,
    userId: call.userId,
    applicationId: call.key.applicationId,
    apiKeyId: call.key.id,
    requestId: call.requestId,
    requestHash: call.requestHash,
    endpoint: 'api',
  };
  return planPriced(await task.planCall(call, at), asker, call.key);
}
