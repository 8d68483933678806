import { columnList, rowReader, rowWriter, type Fields } from '#db/columns.ts';
import type { Candidate } from './candidate.ts';
import { COLUMNS } from './columns.ts';

/** Columns that a worker reads to run a generation. */
const READ = [
  'id',
  'target',
  'task',
  'parentId',
  'step',
  'state',
  'attempt',
  'userId',
  'accountId',
  'applicationId',
  'requestId',
  'conversationId',
  'promptMessageId',
  'oldestMessageId',
  'picturesFromId',
  'replyMessageId',
  'endpoint',
  'provider',
  'model',
  'upstreamModel',
  'parameters',
  'priceId',
  'heldMicro',
  'heldOutputTokens',
  'maxOutputTokens',
  'estimatedPromptTokens',
  'prefixText',
  'route',
  'delivery',
  'request',
  'apiKeyId',
  'keepsAnswer',
  'storesContent',
  'ownKey',
  'offerId',
  'createdAt',
] as const satisfies (keyof typeof COLUMNS)[];

/** Columns that admission writes, beside state and time. */
const WRITTEN = [
  'id',
  'target',
  'task',
  'parentId',
  'step',
  'userId',
  'accountId',
  'applicationId',
  'requestId',
  'conversationId',
  'promptMessageId',
  'oldestMessageId',
  'picturesFromId',
  'replyMessageId',
  'endpoint',
  'provider',
  'model',
  'upstreamModel',
  'parameters',
  'priceId',
  'heldMicro',
  'heldOutputTokens',
  'outputPico',
  'maxOutputTokens',
  'capLowered',
  'estimatedPromptTokens',
  'omittedMessages',
  'prefixText',
  'route',
  'routing',
  'delivery',
  'request',
  'apiKeyId',
  'requestHash',
  'keepsAnswer',
  'storesContent',
  'ownKey',
  'asked',
] as const satisfies (keyof typeof COLUMNS)[];

/** A generation as its worker reads it. */
export type Generation = Fields<typeof COLUMNS, (typeof READ)[number]>;

/** A generation to be queued. */
export type NewGeneration = Fields<typeof COLUMNS, (typeof WRITTEN)[number]>;

/** A row as the database returns it. */
export type GenerationRow = Record<string, unknown>;

export const GENERATION_COLUMNS = columnList(COLUMNS, READ);

export const toGeneration = rowReader(COLUMNS, READ);

export const NEW_GENERATION_COLUMNS = columnList(COLUMNS, WRITTEN);

export const toNewRow = rowWriter(COLUMNS, WRITTEN);

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

/** The candidates of a generation in the order in which they are tried; never empty. */
export function candidatesOf(generation: Generation): [Candidate, ...Candidate[]] {
  const [first, ...rest] = generation.route;
  if (first) return [first, ...rest];
  const { offerId, model, provider, upstreamModel, priceId, maxOutputTokens } = generation;
  return [{ offerId, model, provider, upstreamModel, priceId, maxOutputTokens, leftOut: [] }];
}

/** Max output tokens to request from a candidate. */
export function maxOutputOf(generation: Generation, candidate: Candidate): number {
  return Math.min(generation.maxOutputTokens, candidate.maxOutputTokens);
}

/**
 * Sets the offer that answered in place of the one from admission. Mutates the generation: V8 turns an object
 * copied with a spread into a dictionary, which is slow to read ever after.
 */
export function setAnsweringOffer(
  generation: Generation,
  candidate: Candidate | null | undefined,
): Generation {
  if (!candidate) return generation;
  const { offerId, model, provider, upstreamModel, priceId } = candidate;
  return Object.assign(generation, { offerId, model, provider, upstreamModel, priceId });
}

/**
 * Creates a generation to be queued, with defaults for most columns. Written out field by field: V8 turns an
 * object copied with a spread into a dictionary, which is slow to read ever after.
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
