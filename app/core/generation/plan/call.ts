import type { ApiCall } from '#app/core/targets/api-call.ts';
import { priceAsk } from '#app/core/tasks/table.ts';
import { toPlan, type Plan } from './plan.ts';

/**
 * Routes and prices a call of the public API. Writes nothing.
 * @throws AppError for every call that cannot be admitted
 */
export async function planCall(call: ApiCall, at = new Date()): Promise<Plan> {
  const origin = {
    id: call.generationId,
    target: call.target,
    task: call.task,
    userId: call.userId,
    applicationId: call.key.applicationId,
    apiKeyId: call.key.id,
    requestId: call.requestId,
    requestHash: call.requestHash,
    endpoint: 'api',
  };
  return toPlan(await priceAsk(call, at), origin, call.key);
}
