import { payingAccount } from '#app/core/generation/admit/admit.ts';
import { planCall, type Plan } from '#app/core/generation/plan/plan.ts';
import { apiCall, type KeyOwner } from './api-call.ts';
import { TEST_MODEL } from './create-model.ts';

/** A call that needs 1,2xx micro-dollars: a few for the prompt, four for each token. */
export async function planFor(owner: KeyOwner): Promise<Plan> {
  const messages = [{ role: 'user', content: 'Hello' }];
  const plan = await planCall(apiCall(owner, { model: TEST_MODEL, messages, max_completion_tokens: 300 }));
  plan.generation.accountId = await payingAccount(plan);
  return plan;
}
