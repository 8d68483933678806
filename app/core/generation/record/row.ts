import { columnList, rowReader, rowWriter, type Fields } from '#db/columns.ts';
import { COLUMNS } from './columns.ts';

/** What a worker needs of a generation's row to run it. */
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

/** What its admission writes beside its state and its time. */
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

/** A generation as its worker has it. */
export type Generation = Fields<typeof COLUMNS, (typeof READ)[number]>;

/** A generation to be queued. */
export type NewGeneration = Fields<typeof COLUMNS, (typeof WRITTEN)[number]>;

/** The row as the database answers it. */
export type GenerationRow = Record<string, unknown>;

export const GENERATION_COLUMNS = columnList(COLUMNS, READ);
export const toGeneration = rowReader(COLUMNS, READ);

export const NEW_GENERATION_COLUMNS = columnList(COLUMNS, WRITTEN);
export const toNewRow = rowWriter(COLUMNS, WRITTEN);
