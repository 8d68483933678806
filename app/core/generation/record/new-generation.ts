import type { NewGeneration } from './row.ts';

type Named =
  | 'id'
  | 'target'
  | 'task'
  | 'userId'
  | 'requestId'
  | 'endpoint'
  | 'provider'
  | 'model'
  | 'upstreamModel';
type Needed = Named | 'priceId' | 'maxOutputTokens' | 'estimatedPromptTokens' | 'route' | 'delivery';

/**
 * A generation to be queued, of which most need to say little. Written out field by field: a copy with a spread is a
 * dictionary to V8, which is read slowly ever after.
 */
export function newGeneration(
  given: Pick<NewGeneration, Needed> & Partial<Omit<NewGeneration, Needed>>,
): NewGeneration {
  return {
    id: given.id,
    target: given.target,
    task: given.task,
    parentId: given.parentId ?? null,
    step: given.step ?? null,
    userId: given.userId,
    accountId: given.accountId ?? null,
    applicationId: given.applicationId ?? null,
    requestId: given.requestId,
    conversationId: given.conversationId ?? null,
    promptMessageId: given.promptMessageId ?? null,
    oldestMessageId: given.oldestMessageId ?? null,
    picturesFromId: given.picturesFromId ?? null,
    replyMessageId: given.replyMessageId ?? null,
    endpoint: given.endpoint,
    provider: given.provider,
    model: given.model,
    upstreamModel: given.upstreamModel,
    parameters: given.parameters ?? {},
    priceId: given.priceId,
    heldMicro: given.heldMicro ?? 0n,
    heldOutputTokens: given.heldOutputTokens ?? null,
    outputPico: given.outputPico ?? null,
    maxOutputTokens: given.maxOutputTokens,
    capLowered: given.capLowered ?? false,
    estimatedPromptTokens: given.estimatedPromptTokens,
    omittedMessages: given.omittedMessages ?? 0,
    prefixText: given.prefixText ?? null,
    route: given.route,
    routing: given.routing ?? null,
    delivery: given.delivery,
    request: given.request ?? null,
    apiKeyId: given.apiKeyId ?? null,
    requestHash: given.requestHash ?? null,
    keepsAnswer: given.keepsAnswer ?? false,
    storesContent: given.storesContent ?? false,
    ownKey: given.ownKey ?? false,
    asked: given.asked ?? null,
  };
}
