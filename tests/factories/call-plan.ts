import { chatRequest } from '#app/contracts/openai/chat-request.ts';
import type { ApiKey } from '#app/core/api-keys/api-key.ts';
import { payingAccount } from '#app/core/generation/admit/paying-account.ts';
import { planCall } from '#app/core/generation/admit/plan-call.ts';
import type { Plan } from '#app/core/generation/admit/plan.ts';
import { newId } from '#app/core/platform/ids.ts';
import { TEST_MODEL } from './create-model.ts';

/** A call that wants 1,2xx micro-dollars: a few for the prompt, four for each token. */
export async function planFor({ userId, key }: { userId: string; key: ApiKey }): Promise<Plan> {
  const plan = await planCall({
    task: 'chat',
    generationId: newId(),
    userId,
    key,
    requestId: 'test',
    requestHash: '0'.repeat(64),
    idempotencyKeyHash: null,
    retryCount: 0,
    defaultModel: null,
    body: chatRequest.parse({
      model: TEST_MODEL,
      messages: [{ role: 'user', content: 'Hello' }],
      max_completion_tokens: 300,
    }),
  });
  plan.generation.accountId = await payingAccount(plan);
  return plan;
}
