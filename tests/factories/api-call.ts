import { chatRequest } from '#app/contracts/openai/chat-request.ts';
import type { ApiKey } from '#app/core/api-keys/api-key.ts';
import type { ChatCall } from '#app/core/targets/api-call.ts';
import { newId } from '#app/core/platform/ids.ts';

/** The owner of a key of the public API. */
export interface KeyOwner {
  userId: string;
  key: ApiKey;
}

/** A call of the public API as its route passes it to admission. @throws ZodError for an invalid body */
export function apiCall(
  { userId, key }: KeyOwner,
  body: object,
  { idempotencyKeyHash = null }: { idempotencyKeyHash?: string | null } = {},
): ChatCall {
  return {
    target: 'call',
    task: 'chat',
    generationId: newId(),
    userId,
    key,
    storesContent: false,
    requestId: 'request-of-the-test',
    requestHash: '0'.repeat(64),
    idempotencyKeyHash,
    retryCount: 0,
    defaultModel: null,
    body: chatRequest.parse(body),
  };
}
